import { loadViewTexts } from '#i18n/index.ts'
import { lazyWithRetry, PATIENT_TRIES } from '#lib/lazy-with-retry.ts'

/** Loaded when the first tool is used. */
export const LazyToolStepsList = lazyWithRetry(async () => {
  const [{ ToolStepsList }] = await Promise.all([import('./tool-steps-list.tsx'), loadViewTexts()])
  return ToolStepsList
}, PATIENT_TRIES)

import { loadViewTexts } from '#i18n/index.ts'
import { lazyWithRetry, PATIENT_TRIES } from '#lib/async/lazy-with-retry.ts'

/** Loaded when the first tool is used. */
export const LazyToolStepsList = lazyWithRetry(async () => {
  const [{ ToolStepsList }] = await Promise.all([import('./tool-steps-list.tsx'), loadViewTexts()])
  return ToolStepsList
}, PATIENT_TRIES)

/** Loaded when the first model reasons. */
export const LazyReasoning = lazyWithRetry(async () => {
  const [{ Reasoning }] = await Promise.all([import('./reasoning.tsx'), loadViewTexts()])
  return Reasoning
}, PATIENT_TRIES)

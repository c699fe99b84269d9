import { loadViewTexts } from '#i18n/index.ts'
import { lazyAgain, PATIENT_TRIES } from '#lib/lazy-again.ts'

/** Comes with the first tool that is used. */
export const ToolStepsList = lazyAgain(async () => {
  const [{ ToolStepsList }] = await Promise.all([import('./tool-steps-list.tsx'), loadViewTexts()])
  return ToolStepsList
}, PATIENT_TRIES)

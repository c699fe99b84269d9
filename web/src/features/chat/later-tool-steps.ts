import { lazy } from 'react'
import { loadViewTexts } from '#i18n/index.ts'

/** Comes with the first tool that is used. */
export const ToolStepsList = lazy(async () => {
  const [{ ToolStepsList }] = await Promise.all([import('./tool-steps-list.tsx'), loadViewTexts()])
  return { default: ToolStepsList }
})

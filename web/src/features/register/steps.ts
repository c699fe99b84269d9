import type { Draft } from './draft.ts'

export const STEPS = ['account', 'plan', 'payment', 'success'] as const
export type Step = (typeof STEPS)[number]

/** Returns the first incomplete step. Free requires no payment. */
export function firstIncompleteStep({ token, planId, checkoutId }: Draft): Step {
  if (token === undefined) return 'account'
  if (planId === undefined) return 'plan'
  // Whether it was paid is decided by the server: the last step polls it.
  return planId === 'free' || checkoutId !== undefined ? 'success' : 'payment'
}

/** Returns the steps of a registration: the free plan has no payment. */
export const stepsOf = ({ planId }: Draft): readonly Step[] =>
  planId === 'free' ? STEPS.filter((step) => step !== 'payment') : STEPS

/**
 * Returns the step for an address: the one it names, unless an earlier one is incomplete or it is not needed.
 */
export function stepToShow(wanted: Step, draft: Draft): Step {
  const first = firstIncompleteStep(draft)
  if (STEPS.indexOf(wanted) > STEPS.indexOf(first)) return first
  return wanted === 'payment' && draft.planId === 'free' ? 'success' : wanted
}

import type { Draft } from './draft.ts'

export const STEPS = ['account', 'plan', 'payment', 'success'] as const
export type Step = (typeof STEPS)[number]

/** The first step that still lacks something. Free has nothing to pay for. */
export function firstIncompleteStep({ token, planId, checkoutId }: Draft): Step {
  if (token === undefined) return 'account'
  if (planId === undefined) return 'plan'
  // Whether it was paid is for the server to say: the last step asks it.
  return planId === 'free' || checkoutId !== undefined ? 'success' : 'payment'
}

/** Returns the steps that a registration goes through: the free plan has no payment. */
export const stepsOf = ({ planId }: Draft): readonly Step[] =>
  planId === 'free' ? STEPS.filter((step) => step !== 'payment') : STEPS

/** The step that an address shows: the one it names, unless an earlier one is incomplete or there is nothing to do in it. */
export function stepToShow(wanted: Step, draft: Draft): Step {
  const first = firstIncompleteStep(draft)
  if (STEPS.indexOf(wanted) > STEPS.indexOf(first)) return first
  return wanted === 'payment' && draft.planId === 'free' ? 'success' : wanted
}

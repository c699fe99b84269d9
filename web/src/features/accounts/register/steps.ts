import type { Draft } from './draft.ts'

export const STEPS = ['account', 'plan', 'payment', 'success'] as const
export type RegistrationStep = (typeof STEPS)[number]

/** Returns the first incomplete step. Free requires no payment. */
export function firstIncompleteStep({ token, planId, checkoutId }: Draft): RegistrationStep {
  if (token === undefined) return 'account'
  if (planId === undefined) return 'plan'
  // Whether it was paid is decided by the server: the last step polls it.
  return planId === 'free' || checkoutId !== undefined ? 'success' : 'payment'
}

/** Returns the steps of a registration: the free plan, and a server without prices, have no payment. */
export const registrationStepsOf = ({ planId }: Draft, hasPrices: boolean): readonly RegistrationStep[] =>
  planId === 'free' || !hasPrices ? STEPS.filter((step) => step !== 'payment') : STEPS

/**
 * Returns the step for an address: the one it names, unless an earlier one is incomplete or it is not needed.
 */
export function stepToShow(wanted: RegistrationStep, draft: Draft): RegistrationStep {
  const first = firstIncompleteStep(draft)
  if (STEPS.indexOf(wanted) > STEPS.indexOf(first)) return first
  return wanted === 'payment' && draft.planId === 'free' ? 'success' : wanted
}

import type { Caller } from '../accounts/index.ts'
import { currentPlan, planTerms } from '../plans/index.ts'
import { Refusal } from '../refusal.ts'

/** A caller's own keys for vendors, as they came with one request. They are never kept, and reach no log. */
export interface OwnKeys {
  readonly openai?: string | undefined
  readonly anthropic?: string | undefined
}

export const NO_OWN_KEYS: OwnKeys = {}

/** Whether a caller may go on with a key of their own where the allowance ends (decision A061). */
export const mayUseOwnKeys = (caller: Caller) =>
  caller.kind === 'member' &&
  (currentPlan(caller.user).ownKeyAfterAllowance ||
    (caller.seatPlanId !== undefined && planTerms(caller.seatPlanId).ownKeyAfterAllowance))

/** Refuses a key whose owner's plan allows it but is not paid for: paying is what helps, and not waiting for tomorrow. */
export function refuseUnpaidOwnKeys(caller: Caller, keys: OwnKeys): void {
  const hasKey = keys.openai !== undefined || keys.anthropic !== undefined
  if (!hasKey || caller.kind !== 'member' || mayUseOwnKeys(caller)) return
  if (!planTerms(caller.user.planId).ownKeyAfterAllowance) return
  throw new Refusal('SUBSCRIPTION_REQUIRED', 'Your own key can be used again once your plan is paid for.')
}

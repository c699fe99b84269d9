import { ProviderFailure } from '#providers/failure.ts'
import type { Caller } from '../accounts/index.ts'
import { currentPlan, planFeatures } from '../plans/index.ts'
import { DomainError } from '../domain-error.ts'
import type { Payer } from './use.ts'

/** A caller's own keys for vendors, as they came with one request. They are never kept, and reach no log. */
export interface OwnKeys {
  readonly openai?: string | undefined
  readonly anthropic?: string | undefined
}

export const NO_OWN_KEYS: OwnKeys = {}

/** What a key can look like: printable ASCII without spaces, as long as the longest in use. */
const KEY = /^[\x21-\x7e]{8,400}$/

/** The key that came along; what is no key counts as none: a refusal would repeat it. */
export const ownKeyIn = (value: unknown): string | undefined =>
  typeof value === 'string' && KEY.test(value) ? value : undefined

export const hasOwnKey = ({ openai, anthropic }: OwnKeys): boolean =>
  openai !== undefined || anthropic !== undefined

/** Whether a caller may go on with a key of their own where the allowance ends (decision A061). */
export const mayUseOwnKeys = (caller: Caller) =>
  caller.kind === 'member' &&
  (currentPlan(caller.user).ownKeyAfterAllowance ||
    (caller.seatPlanId !== undefined && planFeatures(caller.seatPlanId).ownKeyAfterAllowance))

/** Refuses a key whose owner's plan allows it but is not paid for: paying is what helps, and not waiting for tomorrow. */
export function assertMayUseOwnKeys(caller: Caller, keys: OwnKeys): void {
  if (!hasOwnKey(keys) || caller.kind !== 'member' || mayUseOwnKeys(caller)) return
  if (!planFeatures(caller.user.planId).ownKeyAfterAllowance) return
  throw new DomainError('SUBSCRIPTION_REQUIRED', 'Your own key can be used again once your plan is paid for.')
}

/** What a failure says to whoever pays: a key of their own that is not accepted is theirs to mend. */
export function failureFor(payer: Payer, failure: unknown): unknown {
  const isRejected = failure instanceof ProviderFailure && failure.kind === 'unauthorized'
  if (payer !== 'own-key' || !isRejected) return failure
  return new DomainError('OWN_KEY_REJECTED', `${failure.provider} did not accept your own key.`, {
    cause: failure,
  })
}

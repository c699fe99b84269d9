import { OWN_KEY_VENDORS, type OwnKeyVendor } from '@vee/contract/entities/own-key-vendors'
import { ProviderFailure } from '#providers/failure.ts'
import type { Caller } from '../../accounts/index.ts'
import { currentPlan, planFeatures } from '../plans/index.ts'
import { DomainError } from '../../errors/domain-error.ts'
import type { Payer } from './use.ts'

/** A caller's own keys by vendor, as sent with one request. They are never stored or logged. */
export type OwnKeys = Readonly<Partial<Record<OwnKeyVendor, string | undefined>>>

export const NO_OWN_KEYS: OwnKeys = {}

/** The format of a key: printable ASCII without spaces, up to the longest length in use. */
const KEY = /^[\x21-\x7e]{8,400}$/

/** Returns the key of a header; an invalid key counts as none, since an error message would repeat it. */
const ownKeyIn = (value: unknown): string | undefined =>
  typeof value === 'string' && KEY.test(value) ? value : undefined

/** Returns the keys of well-formed values. */
export function ownKeysIn(valueOf: (vendor: OwnKeyVendor) => unknown): OwnKeys {
  const entries = OWN_KEY_VENDORS.map((vendor) => [vendor, ownKeyIn(valueOf(vendor))] as const)
  return Object.fromEntries(entries.filter(([, key]) => key !== undefined))
}

export const hasOwnKey = (keys: OwnKeys): boolean => Object.values(keys).some((key) => key !== undefined)

/** Returns whether a caller may use an own key after the allowance is used up. */
export const mayUseOwnKeys = (caller: Caller) =>
  caller.kind === 'member' &&
  (currentPlan(caller.user).ownKeyAfterAllowance ||
    (caller.seatPlanId !== undefined && planFeatures(caller.seatPlanId).ownKeyAfterAllowance))

/**
 * Throws if the owner's plan includes own keys but is not paid: paying helps, waiting until tomorrow does
 * not.
 */
export function assertMayUseOwnKeys(caller: Caller, keys: OwnKeys): void {
  if (!hasOwnKey(keys) || caller.kind !== 'member' || mayUseOwnKeys(caller)) return
  if (!planFeatures(caller.user.planId).ownKeyAfterAllowance) return
  throw new DomainError('SUBSCRIPTION_REQUIRED', 'Your own key can be used again once your plan is paid for.')
}

/**
 * Returns the error for the payer: a rejected own key is the caller's to fix, and that of an organization its
 * admins'.
 */
export function failureFor(payer: Payer, failure: unknown): unknown {
  if (!(failure instanceof ProviderFailure)) return failure
  const isRejected = failure.kind === 'unauthorized'
  if (payer === 'organization' && (isRejected || failure.kind === 'no-credit')) {
    const message = 'The endpoint of your organization did not accept its key. Its admins can renew it.'
    return new DomainError('TEAM_KEY_REJECTED', message, { cause: failure })
  }
  if (payer !== 'own-key' || !isRejected) return failure
  return new DomainError('OWN_KEY_REJECTED', `${failure.provider} did not accept your own key.`, {
    cause: failure,
  })
}

import type { PlanId } from '@vee/contract/entities/user'
import { keepToken } from '#lib/auth-token.ts'
import { PLACES, readJson, removePlace, writeJson } from '#lib/storage.ts'

const PLAN_IDS: readonly PlanId[] = ['free', 'basic', 'creator', 'organization']

/**
 * What a registration knows so far. It lives as long as the tab, reloads included. The password is never part of it: the
 * account is made when the first step ends.
 */
export interface Draft {
  readonly email: string
  /** of the new account. Kept apart from the token of the page: the later steps are for guests (decision A007) */
  readonly token?: string
  readonly planId?: PlanId
  /** the visit to the payment provider that has been begun for the plan */
  readonly checkoutId?: string
  /** the address that was asked for before; whoever follows it checks it */
  readonly redirect?: string
}

export function planIdOf(value: unknown): PlanId | undefined {
  return PLAN_IDS.find((id) => id === value)
}

function textOf(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined
}

export function readDraft(): Draft {
  const kept = new Map<string, unknown>(Object.entries(Object(readJson(PLACES.registration))))
  const token = textOf(kept.get('token'))
  const planId = planIdOf(kept.get('planId'))
  const checkoutId = textOf(kept.get('checkoutId'))
  const redirect = textOf(kept.get('redirect'))
  return {
    email: textOf(kept.get('email')) ?? '',
    ...(token !== undefined && { token }),
    ...(planId !== undefined && { planId }),
    ...(checkoutId !== undefined && { checkoutId }),
    ...(redirect !== undefined && { redirect }),
  }
}

export function keepDraft(draft: Draft): void {
  writeJson(PLACES.registration, draft)
}

/** Signs in with the new account, for as long as the tab lives. False when there is none. */
export function finishRegistration(): boolean {
  const { token } = readDraft()
  if (token === undefined) return false
  keepToken(token, false)
  removePlace(PLACES.registration)
  return true
}

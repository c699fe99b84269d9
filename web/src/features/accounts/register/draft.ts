import type { PlanId } from '@vee/contract/entities/accounts/user'
import { keepToken } from '#lib/http/auth-token.ts'
import { STORAGE_KEYS, readJson, removeStorageKey, writeJson } from '#lib/storage/storage.ts'

const PLAN_IDS: readonly PlanId[] = ['free', 'basic', 'creator', 'organization']

/**
 * The data of an incomplete registration. It is stored for the lifetime of the tab, including reloads,
 * without the password: the account is created at the end of the first step.
 */
export interface Draft {
  readonly email: string
  /**
   * token of the new account. Separate from the page's own token, because the later steps require a visitor
   */
  readonly token?: string
  readonly planId?: PlanId
  /** the pending checkout for the plan */
  readonly checkoutId?: string
  /** the address requested before; validated when it is followed */
  readonly redirect?: string
}

export function planIdOf(value: unknown): PlanId | undefined {
  return PLAN_IDS.find((id) => id === value)
}

function textOf(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined
}

export function readDraft(): Draft {
  const stored = new Map<string, unknown>(Object.entries(Object(readJson(STORAGE_KEYS.registration))))
  const token = textOf(stored.get('token'))
  const planId = planIdOf(stored.get('planId'))
  const checkoutId = textOf(stored.get('checkoutId'))
  const redirect = textOf(stored.get('redirect'))
  return {
    email: textOf(stored.get('email')) ?? '',
    ...(token !== undefined && { token }),
    ...(planId !== undefined && { planId }),
    ...(checkoutId !== undefined && { checkoutId }),
    ...(redirect !== undefined && { redirect }),
  }
}

export function storeDraft(draft: Draft): void {
  writeJson(STORAGE_KEYS.registration, draft)
}

/** Signs in with the new account, for the lifetime of the tab. Returns false if there is none. */
export function finishRegistration(): boolean {
  const { token } = readDraft()
  if (token === undefined) return false
  keepToken(token, false)
  removeStorageKey(STORAGE_KEYS.registration)
  return true
}

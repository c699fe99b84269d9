import { ownKeyHeader, type OwnKeyVendor } from '@vee/contract/entities/own-key-vendors'
import type { DegradationStep, Budget } from '@vee/contract/entities/budget'
import type { RateLimitStatus } from '@vee/contract/http/rate-limit'
import { create } from 'zustand'
import { readToken } from '../http/auth-token.ts'
import { readOwnKeys } from './own-keys.ts'
import { useSettings } from '../settings/index.ts'

interface Allowance {
  /** the user's budget in the server's last response; undefined while unlimited */
  readonly budget: Budget | undefined
  /** the server requires the user's own key from now on */
  readonly needsOwnKey: boolean
  /** a visitor's replies of the day in the server's last response; undefined before */
  readonly visitorLimit: RateLimitStatus | undefined
}

/** The allowance of the day, as returned with replies. */
export const useAllowance = create<Allowance>(() => ({
  budget: undefined,
  needsOwnKey: false,
  visitorLimit: undefined,
}))

/** Returns true if the user should be informed: a degradation step is active, or nothing is left. */
export const isBudgetLow = ({ step, remainingTokens }: Budget) => step !== null || remainingTokens === 0

/** Number of remaining replies of a visitor below which a notice is shown. */
const FEW_REPLIES = 5

/** Returns true if a visitor's replies of the day are nearly used up. */
export const isVisitorLimitNear = ({ visitorLimit }: Allowance) =>
  readToken() === undefined &&
  typeof visitorLimit?.remaining === 'number' &&
  visitorLimit.remaining <= FEW_REPLIES &&
  visitorLimit.remaining !== visitorLimit.limit

/** Returns true if a notice about the daily allowance or a visitor's replies should be shown. */
export const isAllowanceLow = (allowance: Allowance) =>
  isVisitorLimitNear(allowance) || (allowance.budget !== undefined && isBudgetLow(allowance.budget))

export function setBudget(budget: Budget | undefined): void {
  useAllowance.setState({ budget, needsOwnKey: budget?.step === 'own-key' })
}

/**
 * Marks that the allowance is used up and the plan allows the user's own key. Returns true if there is one.
 */
export function switchToOwnKey(): boolean {
  useAllowance.setState({ needsOwnKey: true })
  return Object.keys(ownKeyHeaders()).length > 0
}

/** Returns the degradation steps that the user forbids. */
export function forbiddenSteps(): DegradationStep[] {
  const { warning, smallerModel, browserVoice, ownKey } = useSettings.getState().allowedDegradation
  return [
    ...(warning ? [] : (['warning'] as const)),
    ...(smallerModel ? [] : (['smaller-model'] as const)),
    ...(browserVoice ? [] : (['browser-voice'] as const)),
    ...(ownKey ? [] : (['own-key'] as const)),
  ]
}

/** Returns the user's own keys if they are required and the user allows their use; none otherwise. */
export function ownKeysDue(): ReturnType<typeof readOwnKeys> {
  const isDue = useAllowance.getState().needsOwnKey && useSettings.getState().allowedDegradation.ownKey
  return isDue ? readOwnKeys() : {}
}

/** Returns the same as headers. */
export function ownKeyHeaders(): Readonly<Record<string, string>> {
  return Object.fromEntries(
    Object.entries(ownKeysDue()).map(([vendor, key]) => [ownKeyHeader(vendor as OwnKeyVendor), key]),
  )
}

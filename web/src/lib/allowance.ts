import type { BendingStep, Budget } from '@vee/contract/entities/budget'
import type { RateLimitStatus } from '@vee/contract/http/limits'
import { create } from 'zustand'
import { readToken } from './auth-token.ts'
import { readOwnKeys } from './own-keys.ts'
import { useSettings } from './settings/index.ts'

interface Allowance {
  /** where the user stood when the server last said so; undefined while nothing is limited */
  readonly budget: Budget | undefined
  /** the server has said that only an own key goes on from here */
  readonly isOwnKeyDue: boolean
  /** a visitor's demo replies of the day, when the server last told; undefined before */
  readonly demo: RateLimitStatus | undefined
}

/** The allowance of the day, as replies tell it. */
export const useAllowance = create<Allowance>(() => ({
  budget: undefined,
  isOwnKeyDue: false,
  demo: undefined,
}))

/** Whether there is something to tell: a step is in force, or nothing is left. */
export const isLittleLeft = ({ step, remainingTokens }: Budget) => step !== null || remainingTokens === 0

/** So many demo replies are worth a word. */
const FEW_REPLIES = 5

/** Whether a visitor's demo comes to its end. */
export const isDemoEnding = ({ demo }: Allowance) =>
  readToken() === undefined &&
  typeof demo?.remaining === 'number' &&
  demo.remaining <= FEW_REPLIES &&
  demo.remaining !== demo.limit

/** Whether there is something to tell of the day's allowance or demo. */
export const isAnythingLittle = (known: Allowance) =>
  isDemoEnding(known) || (known.budget !== undefined && isLittleLeft(known.budget))

export function noteBudget(budget: Budget | undefined): void {
  useAllowance.setState({ budget, isOwnKeyDue: budget?.step === 'own-key' })
}

/** The allowance is used up, and the plan goes on with an own key. True when there is one to go on with. */
export function noteOwnKeyDue(): boolean {
  useAllowance.setState({ isOwnKeyDue: true })
  return Object.keys(ownKeyHeaders()).length > 0
}

/** Steps of the bending budget that the user does not want. */
export function forbiddenSteps(): BendingStep[] {
  const { warning, smallerModel, browserVoice, ownKey } = useSettings.getState().bending
  return [
    ...(warning ? [] : (['warning'] as const)),
    ...(smallerModel ? [] : (['smaller-model'] as const)),
    ...(browserVoice ? [] : (['browser-voice'] as const)),
    ...(ownKey ? [] : (['own-key'] as const)),
  ]
}

/** The user's own keys, as soon as nothing else goes on and as long as the user lets them; none otherwise. */
export function ownKeysDue(): ReturnType<typeof readOwnKeys> {
  const isDue = useAllowance.getState().isOwnKeyDue && useSettings.getState().bending.ownKey
  return isDue ? readOwnKeys() : {}
}

/** The same as headers. */
export function ownKeyHeaders(): Readonly<Record<string, string>> {
  const { openai, anthropic } = ownKeysDue()
  return {
    ...(openai !== undefined && { 'x-own-key-openai': openai }),
    ...(anthropic !== undefined && { 'x-own-key-anthropic': anthropic }),
  }
}

import type { PlanId } from '@vee/contract/entities/accounts/user'
import type { Plan } from '@vee/contract/http/plans'

/** Price and allowances of one plan, as the host sets them. A missing value is not set. */
export interface PlanFigures {
  /** US dollars a month */
  readonly pricePerMonth?: number | undefined
  /** tokens of the primary model a day */
  readonly dailyTokens?: number | undefined
  /** US dollars of speech a day */
  readonly dailySpeechUsd?: number | undefined
}

/** The figures of every plan for which any are set. */
export type PlanSettings = { readonly [Id in PlanId]?: PlanFigures | undefined }

/** The features of a plan, the same on every server, in display order. */
type PlanFeatures = Pick<Plan, 'id' | 'name' | 'mostPopular' | 'ownKeyAfterAllowance' | 'seats'>

export const PLANS: readonly PlanFeatures[] = [
  { id: 'free', name: 'Free', mostPopular: false, ownKeyAfterAllowance: false },
  { id: 'basic', name: 'Basic', mostPopular: false, ownKeyAfterAllowance: false },
  { id: 'creator', name: 'Creator', mostPopular: true, ownKeyAfterAllowance: true },
  { id: 'organization', name: 'Organization', mostPopular: false, ownKeyAfterAllowance: true, seats: 5 },
]

/**
 * Allowances that limit the spending of members on a server whose host has not set any. The plans page does
 * not show them.
 */
export const DEFAULT_ALLOWANCES: Readonly<
  Record<PlanId, { readonly dailyTokens: number; readonly dailySpeechUsd: number }>
> = {
  free: { dailyTokens: 20_000, dailySpeechUsd: 0.1 },
  basic: { dailyTokens: 100_000, dailySpeechUsd: 0.5 },
  creator: { dailyTokens: 400_000, dailySpeechUsd: 2 },
  organization: { dailyTokens: 2_000_000, dailySpeechUsd: 10 },
}

/** Tokens of the secondary model that one token of the primary model is worth. */
export const SECONDARY_PER_PRIMARY = 10

/** US dollars of speech a day for all visitors of a network address. */
export const DEMO_SPEECH_USD_PER_DAY = 0.25

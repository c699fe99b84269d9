import { isFree, llmPrice, plainModelName } from '#providers/prices.ts'
import type { Caller } from '../accounts/index.ts'
import { networkOf } from '../network.ts'
import { DEMO_SPEECH_USD_PER_DAY, type PlanCatalogue } from '../plans/index.ts'
import type { PeriodLength } from './periods.ts'
import type { Units, Use } from './use.ts'

/** A limit that counts by itself: what is spent of it starts again with each period. */
export interface Meter {
  /** what is counted, and whose it is; unique among all meters */
  readonly key: string
  readonly period: PeriodLength
  /** primary tokens of a pool for models, micro-dollars of one for speech; null: counted, without a limit */
  readonly limit: number | null
}

/** Something that uses are paid from. One with several meters, such as a team's with a cap for each seat, needs room in all. */
export interface Pool {
  /** `own`, or `organization:<id>` */
  readonly name: string
  readonly meters: readonly Meter[]
  /** primary tokens that one token of the smaller model counts for */
  readonly secondaryWeight: number
  /** of a shared one that is used up: the caller's own key, before what is theirs alone; or nothing */
  readonly after?: 'own-key' | 'nothing'
  /** told when a use that it paid for has ended, and when it had no room for one */
  readonly onSpent?: () => void
}

/**
 * The pools that a caller spends from, in order: the first with room pays. None: nothing of this kind is limited for
 * them, beyond the host's cap over everything.
 */
export type PoolsOf = (caller: Caller, kind: Units['kind'], now: number) => Promise<readonly Pool[]>

const MICRO = 1_000_000

/** Returns the pools that a caller shares with no team: a member's plan allowance, or some speech for a visitor's address. */
export function createOwnPools(plans: PlanCatalogue): PoolsOf {
  return async (caller, kind) => {
    if (caller.kind === 'global') return []
    if (caller.kind === 'member') return [memberPool(caller.id, plans.allowanceOf(caller.user), kind)]
    if (kind === 'llm') return []
    const key = `demo speech ${networkOf(caller.ip)}`
    return [pool({ key, period: 'day', limit: DEMO_SPEECH_USD_PER_DAY * MICRO })]
  }
}

type PlanAllowance = ReturnType<PlanCatalogue['allowance']>

function memberPool(id: string, { dailyTokens, dailySpeechUsd }: PlanAllowance, kind: Units['kind']): Pool {
  return kind === 'llm'
    ? pool(
        { key: `tokens ${id}`, period: 'day', limit: dailyTokens.primary },
        dailyTokens.primary / dailyTokens.secondary,
      )
    : pool({ key: `speech ${id}`, period: 'day', limit: dailySpeechUsd * MICRO })
}

const pool = (meter: Meter, secondaryWeight = 1): Pool => ({ name: 'own', meters: [meter], secondaryWeight })

/** The two models that allowances count. */
export interface CountedModels {
  readonly primary: string
  readonly secondary: string
}

/**
 * What a pool pays for some units: primary tokens for models, micro-dollars for speech. A model that is neither of the
 * two that allowances count weighs what it costs beside the primary one; a provider that sends no bill weighs nothing.
 */
export function chargeOf(
  { secondaryWeight }: Pool,
  { provider, model, prices }: Pick<Use, 'provider' | 'model' | 'prices'>,
  units: Units,
  { models, microUsd }: { readonly models: CountedModels; readonly microUsd: number },
): number {
  if (units.kind !== 'llm') return microUsd
  if (isFree(provider) || (prices && prices.input === 0 && prices.output === 0)) return 0
  const { totalTokens } = units.tokens
  const isModel = (counted: string) => plainModelName(model) === plainModelName(counted)
  if (isModel(models.primary)) return totalTokens
  if (isModel(models.secondary)) return Math.ceil(totalTokens * secondaryWeight)
  const atPrimary = llmPrice(provider, models.primary, units.tokens).microUsd
  return atPrimary === 0 ? totalTokens : Math.ceil((totalTokens * microUsd) / atPrimary)
}

/** The meter of the host's own money, in micro-dollars. */
export const hostMeter = (thresholdUsd: number | undefined): Meter => ({
  key: 'host',
  period: 'month',
  limit: thresholdUsd === undefined ? null : Math.round(thresholdUsd * 1_000_000),
})

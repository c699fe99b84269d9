import { MICRO_USD_PER_USD, isFree, llmPrice, plainModelName } from '#providers/llm/prices.ts'
import type { Caller } from '../../accounts/index.ts'
import { networkOf } from '#lib/network.ts'
import { VISITOR_SPEECH_USD_PER_DAY, type PlanCatalogue } from '../plans/index.ts'
import type { PeriodLength } from './periods.ts'
import { isPaidInTokens, type Units, type LedgerUse } from './use.ts'

/** A counter with a limit that restarts with each period. */
export interface Meter {
  /** what is counted, and for whom; unique among all meters */
  readonly key: string
  readonly period: PeriodLength
  /** primary tokens for models, micro-dollars for speech; null: counted without a limit */
  readonly limit: number | null
}

/**
 * A pool that pays for uses. One with several meters, such as an organization's with a limit per seat, needs
 * something left in all of them.
 */
export interface Pool {
  /** `own`, or `organization:<id>` */
  readonly name: string
  readonly meters: readonly Meter[]
  /** primary tokens that one token of the smaller model counts for */
  readonly secondaryWeight: number
  /** whether its size is the server's default, because the host has set none */
  readonly isDefault?: boolean
  /** what follows a used-up shared pool: the caller's own key, before the own allowance; or nothing */
  readonly afterExhausted?: 'own-key' | 'nothing'
  /** called when a use that it paid for ended, and when it had not enough left for one */
  readonly onUsageChanged?: () => void
}

/**
 * Returns the pools of a caller in order: the first with enough left pays. Empty: uses of this kind are limited by
 * the host's total cap only.
 */
export type PoolsOf = (caller: Caller, kind: Units['kind'], now: number) => Promise<readonly Pool[]>

/** Returns the name under which the ledger records what an organization paid, by its pool or at its own endpoint. */
export const organizationPoolName = (organizationId: string) => `organization:${organizationId}`

/**
 * Returns the pools that a caller does not share: the allowance of a member's plan, or speech for a visitor's
 * address. Default allowances do not limit administrators of the server; their uses are counted. Allowances that the host
 * has set limit administrators, too.
 */
export function createOwnPools(plans: PlanCatalogue, isHost: IsHost): PoolsOf {
  return async (caller, kind) => {
    if (caller.kind === 'passphrase') return []
    if (caller.kind === 'member') {
      const allowance = plans.allowanceOf(caller.user)
      const isDefault = isDefaultOf(allowance, kind)
      const isUnlimited = isDefault && (await isHost(caller))
      return [{ ...memberPool(caller.id, allowance, kind, isUnlimited), isDefault }]
    }
    if (isPaidInTokens(kind)) return []
    const key = `demo speech ${networkOf(caller.ip)}`
    return [pool({ key, period: 'day', limit: VISITOR_SPEECH_USD_PER_DAY * MICRO_USD_PER_USD })]
  }
}

/** Returns whether the caller is an administrator of this server. */
export type IsHost = (caller: Caller) => Promise<boolean>

type PlanAllowance = ReturnType<PlanCatalogue['allowance']>

/** Returns whether the host has set no allowance for uses of this kind, so that the default applies. */
export const isDefaultOf = ({ isTokensSet, isSpeechSet }: PlanAllowance, kind: Units['kind']) =>
  isPaidInTokens(kind) ? !isTokensSet : !isSpeechSet

function memberPool(
  id: string,
  { dailyTokens, dailySpeechUsd }: PlanAllowance,
  kind: Units['kind'],
  isUnlimited: boolean,
): Pool {
  const meterOf = (key: string, limit: number): Meter => ({
    key,
    period: 'day',
    limit: isUnlimited ? null : limit,
  })
  return isPaidInTokens(kind)
    ? pool(meterOf(`tokens ${id}`, dailyTokens.primary), dailyTokens.primary / dailyTokens.secondary)
    : pool(meterOf(`speech ${id}`, dailySpeechUsd * MICRO_USD_PER_USD))
}

const pool = (meter: Meter, secondaryWeight = 1): Pool => ({ name: 'own', meters: [meter], secondaryWeight })

/** The two models that allowances count. */
export interface CountedModels {
  readonly primary: string
  readonly secondary: string
}

/**
 * Returns what a pool pays for a use: primary tokens for models, micro-dollars for speech. Models other than
 * the two counted ones are charged by their price relative to the primary one; free providers are charged
 * nothing. A search is charged like a question to the primary model of the same price.
 */
export function poolChargeOf(
  { secondaryWeight }: Pool,
  {
    provider,
    model,
    prices,
    primaryPrices,
  }: Pick<LedgerUse, 'provider' | 'model' | 'prices' | 'primaryPrices'>,
  units: Units,
  { models, microUsd }: { readonly models: CountedModels; readonly microUsd: number },
): number {
  if (units.kind === 'search' || units.kind === 'embed')
    return Math.ceil(microUsd / primaryTokenMicroUsd(models))
  if (units.kind !== 'llm') return microUsd
  if (isFree(provider) || (prices && prices.input === 0 && prices.output === 0)) return 0
  const { totalTokens } = units.tokens
  const isModel = (counted: string) => plainModelName(model) === plainModelName(counted)
  if (isModel(models.primary)) return totalTokens
  if (isModel(models.secondary)) return Math.ceil(totalTokens * secondaryWeight)
  const atPrimary = llmPrice(provider, models.primary, units.tokens, primaryPrices).microUsd
  return atPrimary === 0 ? totalTokens : Math.ceil((totalTokens * microUsd) / atPrimary)
}

/** Returns the price of a primary token: three of four are prompt tokens, one is a completion token. */
export function primaryTokenMicroUsd({ primary }: CountedModels): number {
  const four = { promptTokens: 3_000_000, completionTokens: 1_000_000, totalTokens: 4_000_000 }
  return llmPrice('', primary, four).microUsd / four.totalTokens
}

/** Returns the meter of the host's total cost, in micro-dollars. */
export const hostMeter = (thresholdUsd: number | undefined): Meter => ({
  key: 'host',
  period: 'month',
  limit: thresholdUsd === undefined ? null : Math.round(thresholdUsd * 1_000_000),
})

import { MICRO_USD_PER_USD } from '#providers/llm/prices.ts'
import { nextMidnight } from '@vee/contract/time/durations'
import type {
  CostRecord,
  SpeechAllowance,
  TokenAllowance,
  UsageGrouping,
  UsageItem,
  UsageReport,
} from '@vee/contract/http/costs'
import type { Credits } from '@vee/contract/http/speech'
import { shiftDay, dayAt, startOfDay } from '@vee/contract/time/time-zone'
import { readSpent } from '#db/queries/spending.ts'
import {
  findCostSession,
  QUARTER_HOUR_MS,
  restartCostSession,
  sumCosts,
  sumUsage,
  type UsageRow,
  type UsageSpan,
} from '#db/queries/usage.ts'
import type { Database } from '#db/schema.ts'
import { timeZoneOfCaller, type Caller } from '../../accounts/index.ts'
import { COST_SESSION_IDLE_MS } from './ledger.ts'
import type { BudgetQuery, AllowanceState } from './budget-query.ts'
import { periodAt } from './periods.ts'
import { hostMeter, primaryTokenMicroUsd, type CountedModels } from './pools.ts'
import { ledgerOwnerOf } from './use.ts'

const DAYS_WITHOUT_WISH = 30

export interface CostsDependencies {
  readonly database: Database
  readonly budgetQuery: BudgetQuery
  readonly models: CountedModels
  /** read each time */
  readonly monthlyCostThresholdUsd: number | undefined
  /** milliseconds since 1970 */
  readonly now: () => number
}

interface UsageOptions {
  /** ISO dates, in the caller's time zone, or times; a date as `to` includes the whole day */
  readonly from?: string | undefined
  readonly to?: string | undefined
  readonly groupBy: UsageGrouping
}

/** What has been spent, and what is left. */
export interface Costs {
  session(caller: Caller): Promise<CostRecord>
  /** Restarts the session's costs; nothing else changes. */
  reset(caller: Caller): Promise<CostRecord>
  usage(caller: Caller, options: UsageOptions): Promise<UsageReport>
  credits(caller: Caller): Promise<Credits>
}

export function createCosts(dependencies: CostsDependencies): Costs {
  const { database, budgetQuery, models, now } = dependencies

  const costSince = async (owner: string, from: number) => {
    const { byKind } = await sumCosts(database, { owner, from })
    return [...byKind.values()].reduce((sum, cost) => sum + cost, 0) / MICRO_USD_PER_USD
  }
  const session = async (caller: Caller): Promise<CostRecord> => {
    const { monthlyCostThresholdUsd } = dependencies
    const host = hostMeter(monthlyCostThresholdUsd)
    const owner = ledgerOwnerOf(caller)
    const from = await sessionStart(database, owner, now())
    const { byKind, entries } = await sumCosts(database, { owner, from })
    const timeZone = timeZoneOfCaller(caller)
    const today = dayAt(timeZone, now())
    const costOf = (kind: string) => (byKind.get(kind) ?? 0) / MICRO_USD_PER_USD
    const spentByAll = await readSpent(database, { meter: host.key, period: periodAt('month', now()) })
    return {
      sessionCost: [...byKind.values()].reduce((sum, cost) => sum + cost, 0) / MICRO_USD_PER_USD,
      costsByService: {
        llm: costOf('llm'),
        stt: costOf('stt'),
        tts: costOf('tts'),
        live: costOf('live'),
        search: costOf('search'),
        embed: costOf('embed'),
      },
      sessionStartTime: new Date(from).toISOString(),
      entryCount: entries,
      globalMonthlyCost: spentByAll / MICRO_USD_PER_USD,
      threshold: monthlyCostThresholdUsd ?? null,
      isThresholdReached: host.limit !== null && spentByAll >= host.limit,
      dailyCost: await costSince(owner, startOfDay(timeZone, today)),
      monthlyCost: await costSince(owner, startOfDay(timeZone, `${today.slice(0, 7)}-01`)),
    }
  }

  return {
    session,

    async reset(caller) {
      await restartCostSession(database, ledgerOwnerOf(caller), now())
      return session(caller)
    },

    async usage(caller, options) {
      const timeZone = timeZoneOfCaller(caller)
      const span = { owner: ledgerOwnerOf(caller), ...periodOf(options, timeZone, now()) }
      const rows = await sumUsage(database, span, options.groupBy)
      return {
        today: await usageToday(budgetQuery, caller, now()),
        series: (options.groupBy === 'day' ? byDay(rows, timeZone) : rows).map(presentRow),
      }
    },

    async credits(caller) {
      const tokens = await budgetQuery.allowance(caller, 'llm')
      const speech = await budgetQuery.allowance(caller, 'tts')
      const perToken = primaryTokenMicroUsd(models)
      return {
        allocationKey: allocationKeyOf(caller),
        llm: creditPart(
          tokens && { total: tokens.total * perToken, remaining: tokens.remaining * perToken },
          caller,
        ),
        speech: creditPart(speech, caller),
      }
    },
  }
}

/** After a long silence the next use starts a new session without costs. */
async function sessionStart(database: Database, owner: string, now: number): Promise<number> {
  const last = await findCostSession(database, owner)
  return last && last.last_used_at >= now - COST_SESSION_IDLE_MS ? last.started_at : now
}

const isDate = (text: string) => !text.includes('T')

function periodOf({ from, to }: UsageOptions, timeZone: string, now: number): Omit<UsageSpan, 'owner'> {
  const dayOf = (date: string) => startOfDay(timeZone, date)
  const lastTime = to === undefined ? now + 1 : Date.parse(to) + 1
  const until = to !== undefined && isDate(to) ? dayOf(shiftDay(to, 1)) : lastTime
  const firstDay = shiftDay(dayAt(timeZone, until - 1), 1 - DAYS_WITHOUT_WISH)
  if (from === undefined) return { from: dayOf(firstDay), until }
  return { from: isDate(from) ? dayOf(from) : Date.parse(from), until }
}

/** Returns the sums of days in a time zone, from those of quarter hours in ascending order. */
function byDay(rows: readonly UsageRow[], timeZone: string): readonly UsageRow[] {
  const days = new Map<string, UsageRow>()
  for (const row of rows) {
    const key = dayAt(timeZone, Number(row.key) * QUARTER_HOUR_MS)
    const sums = days.get(key)
    days.set(key, {
      key,
      tokens: row.tokens + (sums?.tokens ?? 0),
      cost_micro_usd: row.cost_micro_usd + (sums?.cost_micro_usd ?? 0),
      requests: row.requests + (sums?.requests ?? 0),
      own_key_requests: row.own_key_requests + (sums?.own_key_requests ?? 0),
      is_estimated: Math.max(row.is_estimated, sums?.is_estimated ?? 0),
    })
  }
  return [...days.values()]
}

function presentRow(row: UsageRow): UsageItem {
  return {
    key: String(row.key ?? ''),
    tokens: row.tokens,
    costUsd: row.cost_micro_usd / MICRO_USD_PER_USD,
    requests: row.requests,
    ownKeyRequests: row.own_key_requests,
    isEstimated: row.is_estimated > 0,
  }
}

async function usageToday(
  budgetQuery: BudgetQuery,
  caller: Caller,
  now: number,
): Promise<UsageReport['today']> {
  const tokens = await budgetQuery.allowance(caller, 'llm')
  const speech = speechAllowance(await budgetQuery.allowance(caller, 'tts'))
  if (tokens === undefined)
    return { primary: { isUnlimited: true }, secondary: { isUnlimited: true }, speech }
  const weight = await budgetQuery.secondaryWeight(caller)
  const resetsAt = new Date(nextMidnight(now)).toISOString()
  const allowanceOf = (total: number, remaining: number): TokenAllowance => ({
    total,
    used: total - remaining,
    remaining,
    resetsAt,
    isDefault: tokens.isDefault,
  })
  return {
    speech,
    primary: allowanceOf(tokens.total, tokens.remaining),
    secondary: allowanceOf(Math.floor(tokens.total / weight), Math.floor(tokens.remaining / weight)),
  }
}

const speechAllowance = (allowance: AllowanceState | undefined): SpeechAllowance =>
  allowance === undefined
    ? { isUnlimited: true }
    : {
        totalUsd: usd(allowance.total),
        remainingUsd: usd(allowance.remaining),
        isDefault: allowance.isDefault,
      }

const usd = (microUsd: number) => Math.round(microUsd) / MICRO_USD_PER_USD

function creditPart(
  microUsd: Pick<AllowanceState, 'total' | 'remaining'> | undefined,
  { kind }: Caller,
): Credits['llm'] {
  if (microUsd === undefined) {
    return { isUnlimited: kind !== 'visitor', totalUsd: null, usedUsd: null, remainingUsd: null }
  }
  return {
    isUnlimited: false,
    totalUsd: usd(microUsd.total),
    usedUsd: usd(microUsd.total - microUsd.remaining),
    remainingUsd: usd(microUsd.remaining),
  }
}

/**
 * Returns the plan's id, under which the allowance is reported: `demo` for visitors, `global` for shared
 * access.
 */
function allocationKeyOf(caller: Caller): string {
  if (caller.kind === 'visitor') return 'demo'
  return caller.kind === 'passphrase' ? 'global' : caller.user.planId
}

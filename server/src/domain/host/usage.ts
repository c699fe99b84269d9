import { DAY_MS } from '@vee/contract/time/durations'
import type { HostUsage } from '@vee/contract/entities/host'
import { sumHostUse } from '#db/queries/host.ts'
import type { Database } from '#db/schema.ts'
import type { Caller } from '../accounts/index.ts'
import { utcDayOf, periodOf, presentUse, usageLines } from '../reports/index.ts'
import type { HostAdmins } from './admins.ts'

interface UsageQuestion {
  /** UTC days, as in 2026-11-21, both inclusive */
  readonly from?: string | undefined
  readonly to?: string | undefined
  readonly groupBy: HostUsage['groupBy']
}

/**
 * Usage of the whole server. Throws FORBIDDEN for callers other than operators, and VALIDATION for a period
 * that is too long.
 */
export interface HostUsageReading {
  usage(question: UsageQuestion, caller: Caller): Promise<HostUsage>
  /** Returns the series as CSV. */
  usageCsv(question: UsageQuestion, caller: Caller): Promise<AsyncIterable<Uint8Array>>
}

export function createHostUsage(database: Database, admins: HostAdmins, now: () => number): HostUsageReading {
  const usage: HostUsageReading['usage'] = async (question, caller) => {
    await admins.only(caller)
    const { groupBy } = question
    const period = periodOf(question, now())
    const series = (await sumHostUse(database, period, groupBy)).map((use) => ({
      key: groupBy === 'day' ? utcDayOf(Number(use.key) * DAY_MS) : use.key,
      ...presentUse(use),
    }))
    const total = { tokens: 0, costUsd: 0, requests: 0 }
    for (const { tokens, costUsd, requests } of series) {
      total.tokens += tokens
      total.costUsd += costUsd
      total.requests += requests
    }
    return { from: utcDayOf(period.from), to: utcDayOf(period.until - DAY_MS), groupBy, total, series }
  }
  return {
    usage,
    async usageCsv(question, caller) {
      const { groupBy, series } = await usage(question, caller)
      return usageLines(groupBy, series)
    },
  }
}

import { csvLine } from '@vee/contract/csv'
import type { HostUsage } from '@vee/contract/entities/host'
import { type HostUse, sumHostUse } from '#db/queries/host.ts'
import type { Database } from '#db/schema.ts'
import { type Caller, invalid } from '../accounts/index.ts'
import type { HostAdmins } from './admins.ts'

const DAY_MS = 24 * 3_600_000
const DAYS_MAX = 366
/** Shown when nobody says from when. */
const DAYS_SHOWN = 30

interface UsageQuestion {
  /** days of UTC, as in 2026-11-21, both inclusive */
  readonly from?: string | undefined
  readonly to?: string | undefined
  readonly groupBy: HostUsage['groupBy']
}

/** What the whole server used. Everybody but its host is refused with FORBIDDEN, and what is too long with VALIDATION. */
export interface HostUsageReading {
  usage(question: UsageQuestion, caller: Caller): Promise<HostUsage>
  /** The series as CSV. */
  usageCsv(question: UsageQuestion, caller: Caller): Promise<AsyncIterable<Uint8Array>>
}

export function createHostUsage(database: Database, admins: HostAdmins, now: () => number): HostUsageReading {
  const usage: HostUsageReading['usage'] = async ({ from, to, groupBy }, caller) => {
    await admins.only(caller)
    const lastDay = to === undefined ? Math.floor(now() / DAY_MS) * DAY_MS : Date.parse(to)
    const until = lastDay + DAY_MS
    const first = from === undefined ? until - DAYS_SHOWN * DAY_MS : Date.parse(from)
    if (first >= until) throw invalid('from', 'The first day comes after the last one.')
    if (until - first > DAYS_MAX * DAY_MS) throw invalid('from', `Ask for ${DAYS_MAX} days at most.`)
    const series = (await sumHostUse(database, { from: first, until }, groupBy)).map((use) => ({
      key: groupBy === 'day' ? dayOf(Number(use.key) * DAY_MS) : use.key,
      ...presentUse(use),
    }))
    const total = { tokens: 0, costUsd: 0, requests: 0 }
    for (const { tokens, costUsd, requests } of series) {
      total.tokens += tokens
      total.costUsd += costUsd
      total.requests += requests
    }
    return { from: dayOf(first), to: dayOf(lastDay), groupBy, total, series }
  }
  return {
    usage,
    async usageCsv(question, caller) {
      const { groupBy, series } = await usage(question, caller)
      const lines = [
        csvLine([groupBy, 'tokens', 'cost_usd', 'requests']),
        ...series.map(({ key, tokens, costUsd, requests }) => csvLine([key, tokens, costUsd, requests])),
      ]
      return (async function* () {
        yield new TextEncoder().encode(lines.join(''))
      })()
    },
  }
}

const dayOf = (time: number) => new Date(time).toISOString().slice(0, 10)

const presentUse = ({ tokens, costMicroUsd, requests }: HostUse) => ({
  tokens,
  costUsd: costMicroUsd / 1_000_000,
  requests,
})

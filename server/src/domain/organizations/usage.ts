import { DAY_MS } from '@vee/contract/time/durations'
import type { TeamUsage } from '@vee/contract/entities/teams/organization'
import { listMembers, type MemberRow } from '#db/queries/organizations/organizations.ts'
import { type PoolKey, type PoolUse, sumPool } from '#db/queries/organizations/organization-usage.ts'
import { findUser } from '#db/queries/accounts/users.ts'
import type { Database } from '#db/schema.ts'
import { organizationPoolName } from '../money/ledger/index.ts'
import { utcDayOf, periodOf, presentUse, usageLines } from '../reports/index.ts'
import type { RequestContext, OrganizationsDependencies } from './dependencies.ts'
import { readPool } from './pool.ts'
import { memberAccessIn } from './member-access.ts'

interface UsageQuestion {
  /** days in UTC, such as 2026-11-21, both inclusive */
  readonly from?: string | undefined
  readonly to?: string | undefined
  readonly groupBy: TeamUsage['groupBy']
}

/** Reads what the pool was spent on. */
export interface UsageReading {
  /** Throws FORBIDDEN, NOT_FOUND, or VALIDATION if the period is too long. */
  usage(id: string, question: UsageQuestion, context: RequestContext): Promise<TeamUsage>
  /** Returns the series as CSV. Throws the same errors as `usage`. */
  usageCsv(id: string, question: UsageQuestion, context: RequestContext): Promise<AsyncIterable<Uint8Array>>
}

export function createUsageReading({ database, plans, now }: OrganizationsDependencies): UsageReading {
  const read: UsageReading['usage'] = async (id, question, { caller }) => {
    const { organization } = await memberAccessIn(database, caller, id, 'admin')
    const nowMs = now()
    const { from, until } = periodOf(question, nowMs)
    const ofPool = { pool: organizationPoolName(id), from, until }
    const members = await listMembers(database, id)
    const ids = members.map(({ user_id }) => user_id)
    const { total, used, byMember } = await readPool({ database, plans }, organization, ids, nowMs)
    const seatDays = await sumPool(database, ofPool, 'seat')
    const series = await sumPool(database, ofPool, question.groupBy)
    return {
      from: utcDayOf(from),
      to: utcDayOf(until - DAY_MS),
      groupBy: question.groupBy,
      pool: { total, used, remaining: Math.max(0, total - used) },
      days: (await sumPool(database, ofPool, 'day')).map((use) => presentDay(use, use.key)),
      seats: members.map((member) => presentSeatUsage(member, byMember, seatDays)),
      series: await nameMembers(database, question.groupBy, series),
    }
  }
  return {
    usage: read,
    async usageCsv(id, question, context) {
      const { groupBy, series } = await read(id, question, context)
      return usageLines(groupBy, series)
    },
  }
}

const presentDay = (use: PoolUse, day: string) => ({
  day: utcDayOf(Number(day) * DAY_MS),
  ...presentUse(use),
})

function presentSeatUsage(
  { user_id, email, role, daily_token_limit }: MemberRow,
  byMember: ReadonlyMap<string, number>,
  poolUse: readonly PoolUse[],
): TeamUsage['seats'][number] {
  return {
    memberId: user_id,
    email,
    role,
    dailyTokenLimit: daily_token_limit,
    usedToday: byMember.get(user_id) ?? 0,
    days: poolUse.flatMap((use) => {
      const [day = '', ...owner] = use.key.split(' ')
      return owner.join(' ') === user_id ? [presentDay(use, day)] : []
    }),
  }
}

/** Replaces keys with readable ones: dates for days, addresses for members. */
async function nameMembers(
  database: Database,
  poolKey: PoolKey,
  uses: readonly PoolUse[],
): Promise<TeamUsage['series']> {
  const series: TeamUsage['series'] = []
  for (const use of uses) {
    let { key } = use
    if (poolKey === 'day') key = utcDayOf(Number(key) * DAY_MS)
    // Former members are still found; users who deleted their account are not.
    if (poolKey === 'member') key = (await findUser(database, key))?.email ?? ''
    series.push({ key, ...presentUse(use) })
  }
  return series
}

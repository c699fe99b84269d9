import { sql } from 'kysely'
import type { Database } from '../../schema.ts'

/** Returns the counters of several meters in one period; those at zero are omitted. */
export async function readSpentByMeter(
  database: Database,
  meters: readonly string[],
  period: string,
): Promise<ReadonlyMap<string, number>> {
  const rows = await database
    .selectFrom('spent')
    .select(['meter', 'used'])
    .where('meter', 'in', [...meters])
    .where('period', '=', period)
    .execute()
  return new Map(rows.map(({ meter, used }) => [meter, used]))
}

export interface PoolUse {
  readonly key: string
  /** in tokens of the primary model */
  readonly tokens: number
  readonly costMicroUsd: number
  readonly requests: number
}

interface PoolQuestion {
  /** its name in the ledger */
  readonly pool: string
  /** milliseconds since 1970, inclusive */
  readonly from: number
  /** milliseconds since 1970, exclusive */
  readonly until: number
}

/** Dimensions of grouping; a day is the number of days since 1970. */
const KEYS = {
  day: sql<string>`cast(created_at / 86400000 as text)`,
  member: sql<string>`owner`,
  agent: sql<string>`coalesce(agent_id, '')`,
  model: sql<string>`model`,
  service: sql<string>`kind`,
  /** a member and day */
  seat: sql<string>`cast(created_at / 86400000 as text) || ' ' || owner`,
} as const
export type PoolKey = keyof typeof KEYS

/** Sums the usage that a pool paid for, grouped by a key. */
export async function sumPool(
  database: Database,
  { pool, from, until }: PoolQuestion,
  poolKey: PoolKey,
): Promise<PoolUse[]> {
  const { rows } = await sql<{ key: string; tokens: number; cost: number; requests: number }>`
    select ${KEYS[poolKey]} as key,
      sum(case when kind = 'llm' then charged else 0 end) as tokens,
      sum(cost_micro_usd) as cost,
      count(*) as requests
    from ledger_entries
    where pool = ${pool} and status <> 'released' and created_at >= ${from} and created_at < ${until}
    group by 1
    order by 1`.execute(database)
  return rows.map(({ key, tokens, cost, requests }) => ({ key, tokens, costMicroUsd: cost, requests }))
}

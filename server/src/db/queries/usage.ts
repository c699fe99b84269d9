import { sql } from 'kysely'
import type { UsageGrouping } from '@vee/contract/http/costs'
import type { Database } from '../schema.ts'

/** Days of all time zones begin at a multiple of this, in ms since 1970. */
export const QUARTER_HOUR_MS = 900_000

/** The owner and period of uses, in milliseconds since 1970. */
export interface UsageSpan {
  readonly owner: string
  readonly from: number
  /** exclusive */
  readonly until: number
}

export interface UsageRow {
  /** for `day`, quarter hours since 1970 */
  readonly key: string | number | null
  readonly tokens: number
  readonly cost_micro_usd: number
  readonly requests: number
  readonly own_key_requests: number
  readonly is_estimated: number
}

const KEYS = {
  day: sql<number>`created_at / ${sql.lit(QUARTER_HOUR_MS)}`,
  agent: sql<string | null>`agent_id`,
  model: sql<string>`model`,
  service: sql<string>`kind`,
} as const satisfies Record<UsageGrouping, unknown>

/** Sums over a period, grouped by one dimension. Released uses are excluded. */
export function sumUsage(
  database: Database,
  { owner, from, until }: UsageSpan,
  groupBy: UsageGrouping,
): Promise<UsageRow[]> {
  return database
    .selectFrom('ledger_entries')
    .select([
      sql<string | number | null>`${KEYS[groupBy]}`.as('key'),
      sql<number>`sum(prompt_tokens + completion_tokens)`.as('tokens'),
      sql<number>`sum(cost_micro_usd)`.as('cost_micro_usd'),
      sql<number>`count(*)`.as('requests'),
      sql<number>`sum(case when payer = 'own-key' then 1 else 0 end)`.as('own_key_requests'),
      sql<number>`max(is_estimated)`.as('is_estimated'),
    ])
    .where('owner', '=', owner)
    .where('created_at', '>=', from)
    .where('created_at', '<', until)
    .where('status', '<>', 'released')
    .groupBy(sql`1`)
    .orderBy(sql`1`)
    .execute()
}

/** Returns the host's costs in a period, in micro-dollars, by service. */
export async function sumCosts(
  database: Database,
  { owner, from }: Omit<UsageSpan, 'until'>,
): Promise<{ readonly byKind: ReadonlyMap<string, number>; readonly entries: number }> {
  const rows = await database
    .selectFrom('ledger_entries')
    .select(['kind', sql<number>`sum(cost_micro_usd)`.as('cost'), sql<number>`count(*)`.as('entries')])
    .where('owner', '=', owner)
    .where('created_at', '>=', from)
    .where('status', '<>', 'released')
    .groupBy('kind')
    .execute()
  return {
    byKind: new Map(rows.map(({ kind, cost }) => [kind, cost])),
    entries: rows.reduce((sum, { entries }) => sum + entries, 0),
  }
}

/** Returns the open cost session, or the latest one. */
export function findCostSession(
  database: Database,
  owner: string,
): Promise<{ readonly started_at: number; readonly last_used_at: number } | undefined> {
  return database
    .selectFrom('cost_sessions')
    .select(['started_at', 'last_used_at'])
    .where('owner', '=', owner)
    .executeTakeFirst()
}

/** Starts an empty cost session. */
export async function restartCostSession(database: Database, owner: string, now: number): Promise<void> {
  const last = await database
    .selectFrom('ledger_entries')
    .select(({ fn }) => fn.max('created_at').as('at'))
    .where('owner', '=', owner)
    .executeTakeFirst()
  const started_at = Math.max(now, (last?.at ?? 0) + 1)
  await database
    .insertInto('cost_sessions')
    .values({ owner, started_at, last_used_at: started_at })
    .onConflict((conflict) => conflict.column('owner').doUpdateSet({ started_at, last_used_at: started_at }))
    .execute()
}

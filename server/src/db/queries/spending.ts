import { sql } from 'kysely'
import { prepareQuery } from '../prepare-query.ts'
import type { Database } from '../schema.ts'

export interface Spending {
  readonly meter: string
  /** a day or a month in UTC, as in `spent` */
  readonly period: string
  /** an integer, 0 or more */
  readonly amount: number
  /** null: no limit, only counted */
  readonly limit: number | null
}

/**
 * Spends from the remaining amount, and returns whether there was any. A single statement: of concurrent
 * calls, the last successful one exceeds the limit by its own amount at most, and later ones fail.
 */
export async function spend(database: Database, spending: Spending): Promise<boolean> {
  const { meter, period, amount, limit } = spending
  if (limit !== null && limit <= 0) return false
  const { rows } = await sql<{ used: number }>`
    insert into spent (meter, period, used) values (${meter}, ${period}, ${amount})
    on conflict (meter, period) do update set used = spent.used + excluded.used
    where ${limit === null ? sql`true` : sql`spent.used < ${limit}`}
    returning used`.execute(database)
  return rows.length > 0
}

const correction = prepareQuery((database, { meter, period, amount }: Omit<Spending, 'limit'>) =>
  database
    .updateTable('spent')
    .set({ used: sql<number>`used + ${amount}` })
    .where('meter', '=', meter)
    .where('period', '=', period),
)

/** Corrects the counter, up or down, independent of the limit. */
export async function correctSpent(
  database: Database,
  { meter, period, amount }: Omit<Spending, 'limit'>,
): Promise<void> {
  await correction(database, { meter, period, amount })
}

/** Returns the counter of one meter in one period. */
export async function readSpent(
  database: Database,
  { meter, period }: Pick<Spending, 'meter' | 'period'>,
): Promise<number> {
  const row = await database
    .selectFrom('spent')
    .select('used')
    .where('meter', '=', meter)
    .where('period', '=', period)
    .executeTakeFirst()
  return row?.used ?? 0
}

type CounterKey = Pick<Spending, 'meter' | 'period'>

/** Selects the counters of these meters, of which there is at least one. */
export const selectSpent = (database: Database, counters: readonly CounterKey[]) =>
  database
    .selectFrom('spent')
    .select(['meter', 'period', 'used'])
    .where(
      'meter',
      'in',
      counters.map(({ meter }) => meter),
    )
    .where('period', 'in', [...new Set(counters.map(({ period }) => period))])

/** Returns counters by meter and period, separated by a space. */
export const byCounter = (
  rows: readonly (CounterKey & { readonly used: number })[],
): ReadonlyMap<string, number> => new Map(rows.map(({ meter, period, used }) => [`${meter} ${period}`, used]))

/**
 * Returns the counters of several meters, each in one day or month, by meter and period separated by a space.
 */
export async function readAllSpent(
  database: Database,
  counters: readonly CounterKey[],
): Promise<ReadonlyMap<string, number>> {
  return counters.length === 0 ? new Map() : byCounter(await selectSpent(database, counters).execute())
}

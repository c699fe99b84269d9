import { DAY_MS } from '@vee/contract/time/durations'
import { sql } from 'kysely'
import type { Database } from '../schema.ts'

export interface RateLimitCount {
  readonly used: number
  /** milliseconds since 1970; the count is 0 from then on */
  readonly resetsAt: number
}

/**
 * Difference between the clocks of two servers that limits tolerate, in ms. A window that ends later than a new one would
 * is from a clock that was ahead and was corrected; it counts as ended.
 */
export const CLOCK_DIFFERENCE_MS = 60_000
/** The networks from which somebody signed in are known for so long; all other windows are shorter. */
const MAX_WINDOW_MS = 90 * DAY_MS

export interface RateLimitUse {
  readonly key: string
  /** maximum number of uses per window */
  readonly limit: number
  /** end of the window that this use opens if none is open, in milliseconds since 1970 */
  readonly resetsAt: number
  readonly now: number
}

/**
 * Counts one use. Returns undefined, without counting, if the limit of the window is reached. It is a single
 * statement, so that concurrent uses never exceed the limit.
 */
export async function countRateLimitUse(
  database: Database,
  use: RateLimitUse,
): Promise<RateLimitCount | undefined> {
  const { key, limit, resetsAt, now } = use
  if (limit === 0) return undefined
  const hasEnded = sql<boolean>`(counters.resets_at <= ${now} or counters.resets_at > ${resetsAt + CLOCK_DIFFERENCE_MS})`
  const { rows } = await sql<{ used: number; resets_at: number }>`
    insert into counters (key, used, resets_at) values (${key}, 1, ${resetsAt})
    on conflict (key) do update set
      used = case when ${hasEnded} then 1 else counters.used + 1 end,
      resets_at = case when ${hasEnded} then excluded.resets_at else counters.resets_at end
    where ${hasEnded} or counters.used < ${limit}
    returning used, resets_at`.execute(database)
  const row = rows[0]
  if (row === undefined) return undefined
  // New windows are rare enough to delete expired ones at the same time.
  if (row.used === 1) await database.deleteFrom('counters').where('resets_at', '<=', now).execute()
  return { used: row.used, resetsAt: row.resets_at }
}

/** Removes one use from an open window. */
export async function revertRateLimitUse(database: Database, key: string, now: number): Promise<void> {
  await database
    .updateTable('counters')
    .set({ used: sql<number>`used - 1` })
    .where('key', '=', key)
    .where('resets_at', '>', now)
    .where('used', '>', 0)
    .execute()
}

/** Returns the count of an open window; undefined if none is open. */
export async function readRateLimitCount(
  database: Database,
  key: string,
  now: number,
): Promise<RateLimitCount | undefined> {
  const latest = now + MAX_WINDOW_MS + CLOCK_DIFFERENCE_MS
  const row = await database
    .selectFrom('counters')
    .select(['used', 'resets_at'])
    .where('key', '=', key)
    .where('resets_at', '>', now)
    .where('resets_at', '<=', latest)
    .executeTakeFirst()
  return row && { used: row.used, resetsAt: row.resets_at }
}

export async function deleteRateLimitCount(database: Database, key: string): Promise<void> {
  await database.deleteFrom('counters').where('key', '=', key).execute()
}

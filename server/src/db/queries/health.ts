import { sql } from 'kysely'
import type { Database } from '../schema.ts'
import { WRITE_PROBE } from '../sqlite.ts'
import { isPostgres } from '../write-transaction.ts'

/** How long a result is cached, in ms, independent of the number of callers. */
const BELIEVED_MS = 5_000

/**
 * Creates the check whether the database is writable. It commits a transaction without changes, which detects
 * a full disk, a lock of another program and a read-only Postgres; a read would not. It also fails once SQLite has found
 * damaged pages.
 * @param elapsed milliseconds since any fixed moment, from a monotonic clock
 */
export function databaseProbe(
  database: Database,
  elapsed: () => number = () => performance.now(),
): () => Promise<boolean> {
  let last: { readonly checkedAt: number; readonly result: Promise<boolean> } | undefined
  return () => {
    if (!last || elapsed() - last.checkedAt >= BELIEVED_MS)
      last = { checkedAt: elapsed(), result: isWritable(database) }
    return last.result
  }
}

/** Returns whether a write transaction can be committed. */
export async function isWritable(database: Database): Promise<boolean> {
  try {
    const probe = isPostgres(database) ? 'select pg_current_xact_id()' : WRITE_PROBE
    await sql.raw(probe).execute(database)
    return true
  } catch {
    return false
  }
}

import { sql } from 'kysely'
import type { Database } from '../schema.ts'
import { isPostgres } from '../write-transaction.ts'

/** A result is believed for so long: whoever asks, the disk is asked this often. */
const BELIEVED_MS = 5_000

/**
 * Makes the check whether the database can be written. It commits something that changes nothing: a full disk, a lock that another
 * program holds and a Postgres that may only be read are found so, and by no read.
 *
 * @param elapsed milliseconds since any fixed moment, from a clock that is never set
 */
export function databaseProbe(
  database: Database,
  elapsed: () => number = () => performance.now(),
): () => Promise<boolean> {
  let last: { readonly at: number; readonly result: Promise<boolean> } | undefined
  return () => {
    if (!last || elapsed() - last.at >= BELIEVED_MS) last = { at: elapsed(), result: canWrite(database) }
    return last.result
  }
}

/** Whether a transaction that writes can be committed. */
export async function canWrite(database: Database): Promise<boolean> {
  try {
    const probe = isPostgres(database) ? 'select pg_current_xact_id()' : 'pragma user_version = 0'
    await sql.raw(probe).execute(database)
    return true
  } catch {
    return false
  }
}

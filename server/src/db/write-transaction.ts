import { PostgresAdapter, sql } from 'kysely'
import { collectChanges, publishChange } from './change-events.ts'
import type { Database } from './schema.ts'
import { COMMIT_SOON } from './sqlite.ts'

/**
 * When a transaction completes: with the sync, or before, if a power cut may lose its last milliseconds.
 * Anything confirmed to a client requires the disk.
 */
type Durability = 'on-disk' | 'soon'

/**
 * Runs a function in a transaction that holds a lock from its first statement, so that reads and writes are
 * isolated from all others with the same lock. SQLite has a single lock for all writes; on Postgres each name
 * is a separate lock, and transactions under different names run concurrently. Never await anything but
 * queries in it.
 */
export async function inWriteTransaction<R>(
  database: Database,
  lock: string,
  work: (transaction: Database) => Promise<R>,
  durability: Durability = 'on-disk',
): Promise<R> {
  const news: string[] = []
  const result = await database.connection().execute(async (connection) => {
    collectChanges(connection, news)
    const { begin, commit } = (isPostgres(connection) ? POSTGRES : SQLITE)[durability]
    await sql.raw(begin).execute(connection)
    try {
      if (isPostgres(connection)) await takeLock(connection, lock)
      const result = await work(connection)
      await sql.raw(commit).execute(connection)
      return result
    } catch (error) {
      // SQLite rolls back automatically after errors such as a full disk; the first error is the relevant
      // one.
      await sql`rollback`.execute(connection).catch(() => undefined)
      throw error
    }
  })
  for (const topic of news) publishChange(database, topic)
  return result
}

interface Ends {
  readonly begin: string
  readonly commit: string
}

const SQLITE: Readonly<Record<Durability, Ends>> = {
  'on-disk': { begin: 'begin immediate', commit: 'commit' },
  soon: { begin: 'begin immediate', commit: COMMIT_SOON },
}
const POSTGRES: Readonly<Record<Durability, Ends>> = {
  'on-disk': { begin: 'begin', commit: 'commit' },
  soon: { begin: 'begin; set local synchronous_commit to off', commit: 'commit' },
}

/** Waits for the lock, which is held until the transaction ends. */
async function takeLock(transaction: Database, name: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`vee ${name}`}, 0))`.execute(transaction)
}

export function isPostgres(database: Database): boolean {
  return database.getExecutor().adapter instanceof PostgresAdapter
}

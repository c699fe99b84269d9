import { PostgresAdapter, sql } from 'kysely'
import type { Database } from './schema.ts'

/**
 * Runs work in a transaction that holds a lock from its first statement, so that nothing changes between what it reads
 * and what it writes, as far as everybody who changes that takes the same lock. SQLite has one lock for all writing;
 * on Postgres each name is a lock of its own, and work under different names goes on side by side. Never await anything
 * but queries in it.
 */
export function inWriteTransaction<R>(
  database: Database,
  lock: string,
  work: (transaction: Database) => Promise<R>,
): Promise<R> {
  return database.connection().execute(async (connection) => {
    await sql.raw(isPostgres(connection) ? 'begin' : 'begin immediate').execute(connection)
    try {
      if (isPostgres(connection)) await takeLock(connection, lock)
      const result = await work(connection)
      await sql`commit`.execute(connection)
      return result
    } catch (error) {
      // SQLite has rolled back by itself after errors such as a full disk; the first error is the one that tells.
      await sql`rollback`.execute(connection).catch(() => undefined)
      throw error
    }
  })
}

/** Waits for the lock and holds it until the transaction ends. */
async function takeLock(transaction: Database, name: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`vee ${name}`}, 0))`.execute(transaction)
}

export function isPostgres(database: Database): boolean {
  return database.getExecutor().adapter instanceof PostgresAdapter
}

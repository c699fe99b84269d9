import { sql } from 'kysely'
import type { Database } from './schema.ts'

/**
 * Runs work in a transaction that owns the write lock from its first statement, so what it reads cannot change before
 * it writes. Never await anything but queries in it.
 */
export function inWriteTransaction<R>(
  database: Database,
  work: (transaction: Database) => Promise<R>,
): Promise<R> {
  return database.connection().execute(async (connection) => {
    await sql`begin immediate`.execute(connection)
    try {
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

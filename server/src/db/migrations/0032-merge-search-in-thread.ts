import { sql } from 'kysely'
import { isPostgres } from '../write-transaction.ts'
import type { Migration } from './migration.ts'

/**
 * SQLite merges the segments of a search index while a message is inserted, and merges the entries of one trigram
 * without a pause: up to 0.9 s for texts of one letter. The maintenance thread merges them instead.
 */
export const mergeSearchInThread: Migration = {
  name: '0032-merge-search-in-thread',
  async up(_schema, database) {
    if (isPostgres(database)) return
    await sql`insert into messages_search(messages_search, rank) values ('automerge', 0)`.execute(database)
    // The maximum: SQLite would merge that many segments at once.
    await sql`insert into messages_search(messages_search, rank) values ('crisismerge', 1999)`.execute(
      database,
    )
  },
}

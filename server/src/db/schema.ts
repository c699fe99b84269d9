import type { Kysely } from 'kysely'
import type { CountersTable } from './tables/counters.ts'
import type { RepliesTable } from './tables/replies.ts'
import type { SessionsTable } from './tables/sessions.ts'

/** All tables, by name. Portable between SQLite and Postgres: text ids, integer milliseconds, JSON as text. */
export interface Schema {
  readonly counters: CountersTable
  readonly replies: RepliesTable
  readonly sessions: SessionsTable
}

export type Database = Kysely<Schema>

import type { Kysely } from 'kysely'
import type { CountersTable } from './tables/counters.ts'
import type { MemoryNotesTable } from './tables/memory-notes.ts'
import type { PasswordResetsTable } from './tables/password-resets.ts'
import type { PersonasTable } from './tables/personas.ts'
import type { RepliesTable } from './tables/replies.ts'
import type { SessionsTable } from './tables/sessions.ts'
import type { UsersTable } from './tables/users.ts'

/** All tables, by name. Portable between SQLite and Postgres: text ids, integer milliseconds, JSON as text. */
export interface Schema {
  readonly counters: CountersTable
  readonly memory_notes: MemoryNotesTable
  readonly password_resets: PasswordResetsTable
  readonly personas: PersonasTable
  readonly replies: RepliesTable
  readonly sessions: SessionsTable
  readonly users: UsersTable
}

/** Every table, each after those that it refers to. */
export const TABLES = [
  'counters',
  'replies',
  'sessions',
  'users',
  'password_resets',
  'personas',
  'memory_notes',
] as const satisfies readonly (keyof Schema)[]

export type Database = Kysely<Schema>

import { sql } from 'kysely'
import type { Database } from './schema.ts'

/** What a database can know of files that were written before it. */
export interface DatabaseAge {
  /** milliseconds since 1970: when its schema was created. A restored backup has the time of its original. */
  readonly createdAt: number
  /** true if it has no account, no usage and no file: nothing that a used server has */
  readonly isEmpty: boolean
}

export async function databaseAge(database: Database): Promise<DatabaseAge> {
  const { rows } = await sql<{ created_at: number | string; is_used: boolean | number }>`
    select (select min(applied_at) from schema_migrations) as created_at,
      exists (select 1 from users) or exists (select 1 from ledger_entries)
      or exists (select 1 from attachments) or exists (select 1 from meeting_sound) as is_used`.execute(
    database,
  )
  const [row] = rows
  return { createdAt: Number(row?.created_at ?? 0), isEmpty: !row?.is_used }
}

/** Makes a database as old as the one whose rows it has got, in milliseconds since 1970. */
export async function setCreatedAt(database: Database, createdAt: number): Promise<void> {
  await sql`update schema_migrations set applied_at = ${createdAt} where applied_at > ${createdAt}`.execute(
    database,
  )
}

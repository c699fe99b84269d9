import { sql } from 'kysely'
import type { Database } from '../schema.ts'

/** Whether the database answers. */
export async function databaseAnswers(database: Database): Promise<boolean> {
  try {
    await sql`select 1`.execute(database)
    return true
  } catch {
    return false
  }
}

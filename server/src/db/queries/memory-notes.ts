import type { Insertable, Selectable } from 'kysely'
import type { Database } from '../schema.ts'
import type { MemoryNotesTable } from '../tables/memory-notes.ts'
import { inWriteTransaction } from '../write-transaction.ts'

export type NoteRow = Selectable<MemoryNotesTable>

/** Newest first. */
export function listNotes(database: Database, userId: string): Promise<NoteRow[]> {
  return database
    .selectFrom('memory_notes')
    .selectAll()
    .where('user_id', '=', userId)
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .execute()
}

/** Returns false if the user already has `most` notes, also with concurrent calls. */
export function insertNote(
  database: Database,
  row: Insertable<MemoryNotesTable>,
  most: number,
): Promise<boolean> {
  return inWriteTransaction(database, `memory notes of ${row.user_id}`, async (transaction) => {
    const { count } = await transaction
      .selectFrom('memory_notes')
      .select((select) => select.fn.countAll().as('count'))
      .where('user_id', '=', row.user_id)
      .executeTakeFirstOrThrow()
    if (Number(count) >= most) return false
    await transaction.insertInto('memory_notes').values(row).execute()
    return true
  })
}

/** Returns false if the user has no such note. */
export async function deleteNote(database: Database, userId: string, id: string): Promise<boolean> {
  const { numDeletedRows } = await database
    .deleteFrom('memory_notes')
    .where('user_id', '=', userId)
    .where('id', '=', id)
    .executeTakeFirst()
  return numDeletedRows > 0n
}

export function findNote(database: Database, userId: string, id: string): Promise<NoteRow | undefined> {
  return database
    .selectFrom('memory_notes')
    .selectAll()
    .where('user_id', '=', userId)
    .where('id', '=', id)
    .executeTakeFirst()
}

/** Returns undefined if the user has no such note. */
export function updateNote(
  database: Database,
  userId: string,
  id: string,
  change: Partial<Pick<NoteRow, 'note' | 'state' | 'pinned' | 'scope'>>,
): Promise<NoteRow | undefined> {
  return database
    .updateTable('memory_notes')
    .set(change)
    .where('user_id', '=', userId)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirst()
}

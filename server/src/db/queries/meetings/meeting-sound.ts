import type { Selectable } from 'kysely'
import type { Database } from '../../schema.ts'
import type { MeetingSoundTable } from '../../tables/meeting-sound.ts'

export type SoundRow = Selectable<MeetingSoundTable>

interface SoundKey {
  readonly userId: string
  readonly meetingId: string
}

/** Returns whether the user owns the meeting, without reading it. */
export async function ownsMeeting(database: Database, { userId, meetingId }: SoundKey): Promise<boolean> {
  const row = await database
    .selectFrom('meetings')
    .select('id')
    .where('user_id', '=', userId)
    .where('id', '=', meetingId)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  return row !== undefined
}

/** Returns the stored bytes of a user. */
export async function soundBytesOf(database: Database, userId: string): Promise<number> {
  const { bytes } = await database
    .selectFrom('meeting_sound')
    .select(({ fn }) => fn.sum<number | string | null>('bytes').as('bytes'))
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow()
  return Number(bytes ?? 0)
}

/** Returns false if the meeting already has a chunk with this id. */
export async function insertSound(database: Database, row: SoundRow): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await database
    .insertInto('meeting_sound')
    .values(row)
    .onConflict((conflict) => conflict.columns(['user_id', 'meeting_id', 'id']).doNothing())
    .executeTakeFirst()
  return (numInsertedOrUpdatedRows ?? 0n) > 0n
}

/** In the order of the recording. */
export function listSound(database: Database, { userId, meetingId }: SoundKey): Promise<SoundRow[]> {
  return database
    .selectFrom('meeting_sound')
    .selectAll()
    .where('user_id', '=', userId)
    .where('meeting_id', '=', meetingId)
    .orderBy('start_ms')
    .orderBy('id')
    .execute()
}

/** Resolves with the names of their files. */
export async function removeSound(
  database: Database,
  { userId, meetingId }: SoundKey,
): Promise<readonly string[]> {
  const rows = await database
    .deleteFrom('meeting_sound')
    .where('user_id', '=', userId)
    .where('meeting_id', '=', meetingId)
    .returning('file')
    .execute()
  return rows.map(({ file }) => file)
}

/** Deletes all users' audio that was stored before the given time, in milliseconds since 1970. */
export async function expireSound(database: Database, before: number): Promise<void> {
  await database.deleteFrom('meeting_sound').where('created_at', '<', before).execute()
}

/** Returns those of the files that have a row. */
export async function knownFiles(database: Database, files: readonly string[]): Promise<ReadonlySet<string>> {
  if (files.length === 0) return new Set()
  const rows = await database.selectFrom('meeting_sound').select('file').where('file', 'in', files).execute()
  return new Set(rows.map(({ file }) => file))
}

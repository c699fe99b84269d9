import type { Expression, ExpressionBuilder, JoinBuilder, Selectable, SqlBool } from 'kysely'
import type { Database, Schema } from '../schema.ts'
import type { MeetingsTable, MeetingTextsTable } from '../tables/meetings.ts'

type MeetingTexts = Omit<Selectable<MeetingTextsTable>, 'user_id' | 'id'>
/** A whole one. */
export type MeetingRow = Selectable<MeetingsTable> & MeetingTexts

export interface MeetingKey {
  /** who asks */
  readonly userId: string
  readonly id: string
}

interface MeetingKeys {
  readonly userId: string
  readonly ids: readonly string[]
}

/** `own`: to delete it, to share it, to keep its sound */
export type MeetingRight = 'read' | 'edit' | 'own'

type Allows = (where: ExpressionBuilder<Schema, 'meetings'>, userId: string) => Expression<SqlBool>
const isOwner: Allows = (where, userId) => where('meetings.user_id', '=', userId)

/**
 * Whose meetings these are, and who else may do what with them: said here alone. Sharing plugs in at `edit` and `read`,
 * which become `where.or([isOwner(where, userId), …])` with the meetings that were shared under that right. Two members
 * can hold a meeting of the same id (an export that a colleague imported); one's own then comes before a shared one.
 */
const MAY: Readonly<Record<MeetingRight, Allows>> = { own: isOwner, edit: isOwner, read: isOwner }

/** To join a meeting's texts to it. */
export const TEXTS = [
  'meeting_texts',
  (join: JoinBuilder<Schema, 'meetings' | 'meeting_texts'>) =>
    join
      .onRef('meeting_texts.user_id', '=', 'meetings.user_id')
      .onRef('meeting_texts.id', '=', 'meetings.id'),
] as const

/** Undefined when there is none that the user may do this with. Its row names its owner. */
export function findMeeting(
  database: Database,
  { userId, id }: MeetingKey,
  right: MeetingRight,
): Promise<MeetingRow | undefined> {
  return database
    .selectFrom('meetings')
    .innerJoin(...TEXTS)
    .selectAll('meetings')
    .select(['search_text', 'details', 'proof'])
    .where((where) => MAY[right](where, userId))
    .where('meetings.id', '=', id)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
}

/** False when the user has one of that id, even one that was deleted just now. In a transaction. */
export async function insertMeeting(transaction: Database, row: MeetingRow): Promise<boolean> {
  const { meeting, texts } = apart(row)
  const { numInsertedOrUpdatedRows } = await transaction
    .insertInto('meetings')
    .values(meeting)
    .onConflict((conflict) => conflict.columns(['user_id', 'id']).doNothing())
    .executeTakeFirst()
  const isNew = (numInsertedOrUpdatedRows ?? 0n) > 0n
  if (isNew) await transaction.insertInto('meeting_texts').values(texts).execute()
  return isNew
}

/** In a transaction that has read it. */
export async function replaceMeeting(transaction: Database, row: MeetingRow): Promise<void> {
  const { meeting, texts } = apart(row)
  for (const [table, { user_id, id, ...fields }] of [
    ['meetings', meeting],
    ['meeting_texts', texts],
  ] as const) {
    await transaction
      .updateTable(table)
      .set(fields)
      .where('user_id', '=', user_id)
      .where('id', '=', id)
      .execute()
  }
}

function apart({ search_text, details, proof, ...meeting }: MeetingRow) {
  const { user_id, id } = meeting
  return { meeting, texts: { user_id, id, search_text, details, proof } }
}

/** Puts several of a user's meetings into the archive or takes them out; resolves with how many. */
export async function archiveMeetings(
  database: Database,
  { userId, ids }: MeetingKeys,
  isArchived: boolean,
  now: number,
): Promise<number> {
  const { numUpdatedRows } = await database
    .updateTable('meetings')
    .set({ archived: isArchived ? 1 : 0, updated_at: now })
    .where((where) => MAY.own(where, userId))
    .where('id', 'in', ids)
    .where('archived', '=', isArchived ? 0 : 1)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  return Number(numUpdatedRows)
}

/** Deletes them, or takes the deletion back (null); resolves with how many. */
export async function markMeetings(
  database: Database,
  { userId, ids }: MeetingKeys,
  deletedAt: number | null,
): Promise<number> {
  const { numUpdatedRows } = await database
    .updateTable('meetings')
    .set({ deleted_at: deletedAt })
    .where((where) => MAY.own(where, userId))
    .where('id', 'in', ids)
    .where('deleted_at', deletedAt === null ? 'is not' : 'is', null)
    .executeTakeFirst()
  return Number(numUpdatedRows)
}

/** Removes for good what was deleted before then, in milliseconds since 1970. */
export async function purgeMeetings(database: Database, deletedBefore: number): Promise<void> {
  await database.deleteFrom('meetings').where('deleted_at', '<', deletedBefore).execute()
}

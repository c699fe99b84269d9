import {
  type Expression,
  type ExpressionBuilder,
  type JoinBuilder,
  type Selectable,
  sql,
  type SqlBool,
} from 'kysely'
import type { Database, Schema } from '../../schema.ts'
import type { MeetingsTable, MeetingTextsTable } from '../../tables/meetings.ts'
import { deleteSharesOfGone, type ReaderColumns, sharedWith, readerColumns } from '../organizations/shares.ts'

type MeetingTexts = Omit<Selectable<MeetingTextsTable>, 'user_id' | 'id'>
/** A complete row. */
export type MeetingRow = Selectable<MeetingsTable> & MeetingTexts

export interface MeetingKey {
  /** the caller */
  readonly userId: string
  readonly id: string
}

interface MeetingKeys {
  readonly userId: string
  readonly ids: readonly string[]
}

// The access conditions of meetings. Whether a shared one may be edited is in its row.

type AccessCondition = (where: ExpressionBuilder<Schema, 'meetings'>, userId: string) => Expression<SqlBool>

export const isOwnMeeting: AccessCondition = (where, userId) => where('meetings.user_id', '=', userId)

/** A colleague shares it with the user. */
export const isMeetingShared: AccessCondition = (where, userId) =>
  where.and([
    where('meetings.user_id', '<>', userId),
    where.exists(sharedWith('meeting', userId).select('shares.resource_id')),
  ])

export const mayReadMeeting: AccessCondition = (where, userId) =>
  where.or([isOwnMeeting(where, userId), isMeetingShared(where, userId)])

/** Columns that join a meeting's texts. */
export const TEXTS = [
  'meeting_texts',
  (join: JoinBuilder<Schema, 'meetings' | 'meeting_texts'>) =>
    join
      .onRef('meeting_texts.user_id', '=', 'meetings.user_id')
      .onRef('meeting_texts.id', '=', 'meetings.id'),
] as const

/**
 * Returns undefined if there is none that the user may read. Two members can have meetings with the same id
 * (an imported export of a colleague): the user's own has priority over a shared one, for reading and for
 * changes.
 */
export function findMeeting(
  database: Database,
  { userId, id }: MeetingKey,
): Promise<(MeetingRow & ReaderColumns) | undefined> {
  return database
    .selectFrom('meetings')
    .innerJoin(...TEXTS)
    .selectAll('meetings')
    .select(['search_text', 'details', 'proof'])
    .select(() => readerColumns('meeting', userId))
    .where((where) => mayReadMeeting(where, userId))
    .where('meetings.id', '=', id)
    .where('deleted_at', 'is', null)
    .orderBy(sql`meetings.user_id <> ${userId}`)
    .orderBy('meetings.user_id')
    .executeTakeFirst()
}

/** Returns false if the user has one with this id, including recently deleted ones. In a transaction. */
export async function insertMeeting(transaction: Database, row: MeetingRow): Promise<boolean> {
  const { meeting, texts } = splitRow(row)
  const { numInsertedOrUpdatedRows } = await transaction
    .insertInto('meetings')
    .values(meeting)
    .onConflict((conflict) => conflict.columns(['user_id', 'id']).doNothing())
    .executeTakeFirst()
  const isNew = (numInsertedOrUpdatedRows ?? 0n) > 0n
  if (isNew) await transaction.insertInto('meeting_texts').values(texts).execute()
  return isNew
}

/** Requires a transaction that has read it. */
export async function replaceMeeting(transaction: Database, row: MeetingRow): Promise<void> {
  const { meeting, texts } = splitRow(row)
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

function splitRow({ search_text, details, proof, ...meeting }: MeetingRow) {
  const { user_id, id } = meeting
  return { meeting, texts: { user_id, id, search_text, details, proof } }
}

/** Archives or unarchives several of a user's meetings; resolves with their number. */
export async function archiveMeetings(
  database: Database,
  { userId, ids }: MeetingKeys,
  isArchived: boolean,
  now: number,
): Promise<number> {
  const { numUpdatedRows } = await database
    .updateTable('meetings')
    .set({ archived: isArchived ? 1 : 0, updated_at: now })
    .where((where) => isOwnMeeting(where, userId))
    .where('id', 'in', ids)
    .where('archived', '=', isArchived ? 0 : 1)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  return Number(numUpdatedRows)
}

/** Deletes them, or undoes the deletion (null); resolves with their number. */
export async function markMeetings(
  database: Database,
  { userId, ids }: MeetingKeys,
  deletedAt: number | null,
): Promise<number> {
  const { numUpdatedRows } = await database
    .updateTable('meetings')
    .set({ deleted_at: deletedAt })
    .where((where) => isOwnMeeting(where, userId))
    .where('id', 'in', ids)
    .where('deleted_at', deletedAt === null ? 'is not' : 'is', null)
    .executeTakeFirst()
  return Number(numUpdatedRows)
}

/** Purges meetings that were deleted before the given time, in milliseconds since 1970. */
export async function purgeMeetings(database: Database, deletedBefore: number): Promise<void> {
  const { numDeletedRows } = await database
    .deleteFrom('meetings')
    .where('deleted_at', '<', deletedBefore)
    .executeTakeFirst()
  if (numDeletedRows > 0n) await deleteSharesOfGone(database, 'meeting')
}

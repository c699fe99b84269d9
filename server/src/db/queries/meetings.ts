import {
  type Expression,
  type ExpressionBuilder,
  type JoinBuilder,
  type Selectable,
  sql,
  type SqlBool,
} from 'kysely'
import type { Database, Schema } from '../schema.ts'
import { anywhere } from './anywhere.ts'
import type { MeetingsTable, MeetingTextsTable } from '../tables/meetings.ts'

/** What a list shows of one. */
export type MeetingListRow = Omit<
  Selectable<MeetingsTable>,
  'participants_key' | 'tags_key' | 'deleted_at'
> & {
  /** unless the list is a short one */
  readonly details?: string
}
type MeetingTexts = Omit<Selectable<MeetingTextsTable>, 'user_id' | 'id'>
/** A whole one. */
export type MeetingRow = Selectable<MeetingsTable> & MeetingTexts
export type MeetingSortColumn = 'meeting_at' | 'created_at' | 'updated_at' | 'title_key' | 'open_action_items'

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

export interface MeetingFilter {
  readonly userId: string
  /** only these */
  readonly ids: readonly string[] | undefined
  /** each of them is in the meeting; without upper case */
  readonly terms: readonly string[]
  /** milliseconds since 1970, both included */
  readonly from: number | undefined
  readonly to: number | undefined
  /** without upper case */
  readonly participant: string | undefined
  /** without upper case; the whole tag */
  readonly tag: string | undefined
  readonly archived: boolean | undefined
}

interface MeetingOrder {
  readonly column: MeetingSortColumn
  readonly direction: 'asc' | 'desc'
}

export interface MeetingPage extends MeetingOrder {
  /** only what comes after this one */
  readonly after: { readonly value: string | number; readonly id: string } | undefined
  readonly limit: number
  /** without the texts: as quick as it can be */
  readonly isBrief: boolean
}

const LISTED = [
  'meetings.user_id',
  'meetings.id',
  'title',
  'title_key',
  'meeting_date',
  'meeting_at',
  'created_at',
  'updated_at',
  'archived',
  'open_action_items',
  'participants',
  'tags',
  'action_items',
] as const

/** In the given order, and of two that are equal in it by their ids. */
export function listMeetings(
  database: Database,
  filter: MeetingFilter,
  { column, direction, after, limit, isBrief }: MeetingPage,
): Promise<readonly MeetingListRow[]> {
  const comes = direction === 'asc' ? '>' : '<'
  const page = chosen(database, filter)
    .select(LISTED)
    .$if(after !== undefined, (query) =>
      query.where((where) =>
        where.or([
          where(column, comes, after?.value ?? ''),
          where.and([where(column, '=', after?.value ?? ''), where('meetings.id', comes, after?.id ?? '')]),
        ]),
      ),
    )
    .orderBy(column, direction)
    .orderBy('meetings.id', direction)
    .limit(limit)
  return isBrief
    ? page.execute()
    : page
        .innerJoin(...TEXTS)
        .select('details')
        .execute()
}

const TEXTS = [
  'meeting_texts',
  (join: JoinBuilder<Schema, 'meetings' | 'meeting_texts'>) =>
    join
      .onRef('meeting_texts.user_id', '=', 'meetings.user_id')
      .onRef('meeting_texts.id', '=', 'meetings.id'),
] as const

function chosen(
  database: Database,
  { userId, ids, terms, from, to, participant, tag, archived }: MeetingFilter,
) {
  let query = database
    .selectFrom('meetings')
    .where('meetings.user_id', '=', userId)
    .where('deleted_at', 'is', null)
  if (ids !== undefined) query = query.where('meetings.id', 'in', ids)
  if (from !== undefined) query = query.where('meeting_at', '>=', from)
  if (to !== undefined) query = query.where('meeting_at', '<=', to)
  if (archived !== undefined) query = query.where('archived', '=', archived ? 1 : 0)
  if (participant !== undefined) query = query.where(holding('participants_key', participant))
  if (tag !== undefined) query = query.where(holding('tags_key', `\n${tag}\n`))
  if (terms.length === 0) return query
  return query.where(({ exists, selectFrom }) => {
    let texts = selectFrom('meeting_texts')
      .select('meeting_texts.id')
      .whereRef('meeting_texts.user_id', '=', 'meetings.user_id')
      .whereRef('meeting_texts.id', '=', 'meetings.id')
    for (const term of terms) texts = texts.where(holding('search_text', term))
    return exists(texts)
  })
}

/** Both databases compare bytes here: what is compared has no upper case any more. */
const holding = (column: 'participants_key' | 'tags_key' | 'search_text', text: string) =>
  sql<boolean>`${sql.ref(column)} like ${anywhere(text)} escape '\\'`

/** Newest first, whole, a few at a time. */
export async function* eachMeeting(
  database: Database,
  filter: MeetingFilter,
): AsyncGenerator<MeetingRow, void, undefined> {
  const AT_ONCE = 20
  let after: MeetingRow | undefined
  for (;;) {
    const last = after
    const rows = await chosen(database, filter)
      .innerJoin(...TEXTS)
      .selectAll('meetings')
      .select(['search_text', 'details', 'proof'])
      .$if(last !== undefined, (query) =>
        query.where((where) =>
          where.or([
            where('meeting_at', '<', last?.meeting_at ?? 0),
            where.and([
              where('meeting_at', '=', last?.meeting_at ?? 0),
              where('meetings.id', '<', last?.id ?? ''),
            ]),
          ]),
        ),
      )
      .orderBy('meeting_at', 'desc')
      .orderBy('meetings.id', 'desc')
      .limit(AT_ONCE)
      .execute()
    yield* rows
    after = rows.at(-1)
    if (rows.length < AT_ONCE || !after) return
  }
}

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

/** The tags of a user's meetings, as JSON, a meeting each, newest first. */
export async function tagsOfMeetings(database: Database, userId: string): Promise<readonly string[]> {
  const rows = await database
    .selectFrom('meetings')
    .select('tags')
    .where('user_id', '=', userId)
    .where('deleted_at', 'is', null)
    .where('tags', '<>', '[]')
    .orderBy('meeting_at', 'desc')
    .orderBy('id', 'desc')
    .execute()
  return rows.map(({ tags }) => tags)
}

/** Meetings with something left to do, newest first. */
export function openMeetings(database: Database, userId: string) {
  return database
    .selectFrom('meetings')
    .select(['id', 'title', 'meeting_date', 'action_items'])
    .where('user_id', '=', userId)
    .where('deleted_at', 'is', null)
    .where('open_action_items', '>', 0)
    .orderBy('meeting_at', 'desc')
    .orderBy('id', 'desc')
    .execute()
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

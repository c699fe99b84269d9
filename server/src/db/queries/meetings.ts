import { type Expression, type ExpressionBuilder, type Selectable, sql, type SqlBool } from 'kysely'
import type { Database, Schema } from '../schema.ts'
import { anywhere } from './anywhere.ts'
import type { MeetingsTable } from '../tables/meetings.ts'

export type MeetingRow = Selectable<MeetingsTable>
/** What a list shows of one. */
export type MeetingListRow = Omit<MeetingRow, 'proof' | 'search_text' | 'participants_key' | 'deleted_at'>
export type MeetingSortColumn = 'meeting_at' | 'created_at' | 'updated_at' | 'title_key' | 'open_action_items'

export interface MeetingKey {
  /** who asks */
  readonly userId: string
  readonly id: string
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
  readonly id: string | undefined
  /** each of them is in the meeting; without upper case */
  readonly terms: readonly string[]
  /** milliseconds since 1970, both included */
  readonly from: number | undefined
  readonly to: number | undefined
  /** without upper case */
  readonly participant: string | undefined
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
}

const LISTED = [
  'user_id',
  'id',
  'title',
  'title_key',
  'meeting_date',
  'meeting_at',
  'created_at',
  'updated_at',
  'archived',
  'open_action_items',
  'details',
] as const satisfies readonly (keyof MeetingListRow)[]

/** In the given order, and of two that are equal in it by their ids. */
export function listMeetings(
  database: Database,
  filter: MeetingFilter,
  { column, direction, after, limit }: MeetingPage,
): Promise<readonly MeetingListRow[]> {
  const comes = direction === 'asc' ? '>' : '<'
  return chosen(database, filter)
    .select(LISTED)
    .$if(after !== undefined, (query) =>
      query.where((where) =>
        where.or([
          where(column, comes, after?.value ?? ''),
          where.and([where(column, '=', after?.value ?? ''), where('id', comes, after?.id ?? '')]),
        ]),
      ),
    )
    .orderBy(column, direction)
    .orderBy('id', direction)
    .limit(limit)
    .execute()
}

function chosen(database: Database, { userId, id, terms, from, to, participant, archived }: MeetingFilter) {
  let query = database.selectFrom('meetings').where('user_id', '=', userId).where('deleted_at', 'is', null)
  if (id !== undefined) query = query.where('id', '=', id)
  if (from !== undefined) query = query.where('meeting_at', '>=', from)
  if (to !== undefined) query = query.where('meeting_at', '<=', to)
  if (archived !== undefined) query = query.where('archived', '=', archived ? 1 : 0)
  if (participant !== undefined) query = query.where(holding('participants_key', participant))
  for (const term of terms) query = query.where(holding('search_text', term))
  return query
}

/** Both databases compare bytes here: what is compared has no upper case any more. */
const holding = (column: 'participants_key' | 'search_text', text: string) =>
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
      .selectAll()
      .$if(last !== undefined, (query) =>
        query.where((where) =>
          where.or([
            where('meeting_at', '<', last?.meeting_at ?? 0),
            where.and([where('meeting_at', '=', last?.meeting_at ?? 0), where('id', '<', last?.id ?? '')]),
          ]),
        ),
      )
      .orderBy('meeting_at', 'desc')
      .orderBy('id', 'desc')
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
    .selectAll()
    .where((where) => MAY[right](where, userId))
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
}

/** False when the user has one of that id, even one that was deleted just now. */
export async function insertMeeting(database: Database, row: MeetingRow): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await database
    .insertInto('meetings')
    .values(row)
    .onConflict((conflict) => conflict.columns(['user_id', 'id']).doNothing())
    .executeTakeFirst()
  return (numInsertedOrUpdatedRows ?? 0n) > 0n
}

export async function replaceMeeting(database: Database, row: MeetingRow): Promise<void> {
  const { user_id, id, ...fields } = row
  await database
    .updateTable('meetings')
    .set(fields)
    .where('user_id', '=', user_id)
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .execute()
}

/** Deletes it, or takes the deletion back (null). False when there was nothing to do it to. */
export async function markMeeting(
  database: Database,
  { userId, id }: MeetingKey,
  deletedAt: number | null,
): Promise<boolean> {
  const { numUpdatedRows } = await database
    .updateTable('meetings')
    .set({ deleted_at: deletedAt })
    .where((where) => MAY.own(where, userId))
    .where('id', '=', id)
    .where('deleted_at', deletedAt === null ? 'is not' : 'is', null)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Removes for good what was deleted before then, in milliseconds since 1970. */
export async function purgeMeetings(database: Database, deletedBefore: number): Promise<void> {
  await database.deleteFrom('meetings').where('deleted_at', '<', deletedBefore).execute()
}

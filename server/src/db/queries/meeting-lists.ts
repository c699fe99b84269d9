import { type Selectable, sql } from 'kysely'
import type { Database } from '../schema.ts'
import type { MeetingsTable } from '../tables/meetings.ts'
import { likePattern } from './like-pattern.ts'
import { MAY, type MeetingRow, TEXTS } from './meetings.ts'
import { type SharedToReader, toReader } from './shares.ts'

/** The columns of a list entry. */
export type MeetingListRow = Omit<
  Selectable<MeetingsTable>,
  'participants_key' | 'tags_key' | 'deleted_at'
> & {
  /** absent in short lists */
  readonly details?: string
} & Partial<SharedToReader>
export type MeetingSortColumn = 'meeting_at' | 'created_at' | 'updated_at' | 'title_key' | 'open_action_items'

export interface MeetingFilter {
  readonly userId: string
  /** only these */
  readonly ids: readonly string[] | undefined
  /** each must occur in the meeting; in lower case */
  readonly terms: readonly string[]
  /** milliseconds since 1970, both inclusive */
  readonly from: number | undefined
  readonly to: number | undefined
  /** in lower case */
  readonly participant: string | undefined
  /** in lower case; the whole tag */
  readonly tag: string | undefined
  readonly archived: boolean | undefined
  /** meetings shared with the user, instead of the user's own */
  readonly isShared: boolean
}

interface MeetingOrder {
  readonly column: MeetingSortColumn
  readonly direction: 'asc' | 'desc'
}

export interface MeetingPageQuery extends MeetingOrder {
  /** only entries after this one */
  readonly after: { readonly value: string | number; readonly id: string } | undefined
  readonly limit: number
  /** without the texts, which is fastest */
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
  'bytes',
] as const

/** Returns meetings in the given order; ties are ordered by id. */
export function selectMeetingRows(
  database: Database,
  filter: MeetingFilter,
  { column, direction, after, limit, isBrief }: MeetingPageQuery,
): Promise<readonly MeetingListRow[]> {
  const comes = direction === 'asc' ? '>' : '<'
  const page = chosen(database, filter)
    .select(LISTED)
    .$if(filter.isShared, (query) => query.select(() => toReader('meeting', filter.userId)))
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

function chosen(
  database: Database,
  { userId, ids, terms, from, to, participant, tag, archived, isShared }: MeetingFilter,
) {
  let query = database
    .selectFrom('meetings')
    .where((where) => MAY[isShared ? 'shared' : 'own'](where, userId))
    .where('deleted_at', 'is', null)
  if (ids !== undefined) query = query.where('meetings.id', 'in', ids)
  if (from !== undefined) query = query.where('meeting_at', '>=', from)
  if (to !== undefined) query = query.where('meeting_at', '<=', to)
  if (archived !== undefined) query = query.where('archived', '=', archived ? 1 : 0)
  if (participant !== undefined) query = query.where(holding('participants_key', participant))
  if (tag !== undefined) query = query.where(holding('tags_key', `\n${tag}\n`))
  if (terms.length === 0) return query
  return query.where((where) => {
    let texts = where
      .selectFrom('meeting_texts')
      .select('meeting_texts.id')
      .whereRef('meeting_texts.user_id', '=', 'meetings.user_id')
      .whereRef('meeting_texts.id', '=', 'meetings.id')
    for (const term of terms) texts = texts.where(holding('search_text', term))
    return where.exists(texts)
  })
}

/** Both databases compare bytes here, so the compared values are in lower case. */
const holding = (column: 'participants_key' | 'tags_key' | 'search_text', text: string) =>
  sql<boolean>`${sql.ref(column)} like ${likePattern(text)} escape '\\'`

/** Yields whole meetings, the newest first, in small batches. */
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

/** Selects the user's own meetings, or those shared with the user. */
interface MeetingOwners {
  readonly userId: string
  readonly isShared: boolean
}

const ofThem = (database: Database, { userId, isShared }: MeetingOwners) =>
  database
    .selectFrom('meetings')
    .where((where) => MAY[isShared ? 'shared' : 'own'](where, userId))
    .where('deleted_at', 'is', null)
    .orderBy('meeting_at', 'desc')
    .orderBy('meetings.id', 'desc')

/** Returns the tags of meetings as JSON, per meeting, newest first. */
export async function tagsOfMeetings(database: Database, owners: MeetingOwners): Promise<readonly string[]> {
  const rows = await ofThem(database, owners).select('tags').where('tags', '<>', '[]').execute()
  return rows.map(({ tags }) => tags)
}

/** Returns meetings with open action items, the newest first. */
export function openMeetings(database: Database, owners: MeetingOwners) {
  return ofThem(database, owners)
    .select(['meetings.id', 'title', 'meeting_date', 'action_items'])
    .$if(owners.isShared, (query) => query.select(() => toReader('meeting', owners.userId)))
    .where('open_action_items', '>', 0)
    .execute()
}

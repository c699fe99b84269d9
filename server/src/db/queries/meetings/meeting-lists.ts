import { type ExpressionBuilder, type Selectable, sql } from 'kysely'
import type { Database, Schema } from '../../schema.ts'
import type { MeetingsTable } from '../../tables/meetings.ts'
import { countThatFits } from '../count-that-fits.ts'
import { likePattern } from '../like-pattern.ts'
import { isMeetingShared, isOwnMeeting, TEXTS } from './meetings.ts'
import { type ReaderColumns, readerColumns } from '../organizations/shares.ts'

/** The columns of a list entry. */
export type MeetingListRow = Omit<
  Selectable<MeetingsTable>,
  'participants_key' | 'tags_key' | 'deleted_at' | 'bytes'
> & {
  /** absent in short lists */
  readonly details?: string
} & Partial<ReaderColumns>
export type MeetingSortColumn = 'meeting_at' | 'created_at' | 'updated_at' | 'title_key' | 'open_action_items'

export interface MeetingFilter {
  readonly userId: string
  /** only these */
  readonly ids: readonly string[] | undefined
  /** each must occur in the meeting; in lower case */
  readonly terms: readonly string[]
  /** both inclusive */
  readonly from: MeetingBound | undefined
  readonly to: MeetingBound | undefined
  /** in lower case */
  readonly participant: string | undefined
  /** in lower case; the whole tag */
  readonly tag: string | undefined
  readonly archived: boolean | undefined
  /** meetings shared with the user, instead of the user's own */
  readonly isShared: boolean
}

/** A bound of meetings with a time of day, and of those that only have a day, in milliseconds since 1970. */
export interface MeetingBound {
  readonly time: number
  /** compared with 00:00 UTC of the day */
  readonly day: number
}

interface MeetingOrder {
  readonly column: MeetingSortColumn
  readonly direction: 'asc' | 'desc'
}

export interface MeetingPageQuery extends MeetingOrder {
  /** only entries after this one */
  readonly after: { readonly value: string | number; readonly id: string } | undefined
  readonly limit: number
  /** maximum size of the JSON columns of all rows; a single larger row is returned alone */
  readonly maxBytes: number
  /** without the texts, which is fastest */
  readonly isBrief: boolean
}

interface MeetingListPage {
  readonly rows: readonly MeetingListRow[]
  /** the last meeting, if more follow */
  readonly end: { readonly value: string | number; readonly id: string } | undefined
}

export interface MeetingKeyColumns {
  readonly user_id: string
  readonly id: string
}

/** A meeting with the size of the columns to read. */
export interface SizedMeeting extends MeetingKeyColumns {
  readonly bytes: number
}

/** The size of the JSON columns of a short row. The database knows the length of a text without reading it. */
const BRIEF_BYTES = sql<number>`octet_length(participants) + octet_length(tags) + octet_length(action_items)`

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

/**
 * Returns a page of meetings in the given order; ties are ordered by id. Selects keys and sizes first, and then
 * reads the rows that fit.
 */
export async function selectMeetingPage(
  database: Database,
  filter: MeetingFilter,
  page: MeetingPageQuery,
): Promise<MeetingListPage> {
  const sizes = await selectSizes(database, filter, page)
  const count = countThatFits(sizes.slice(0, page.limit), page.maxBytes)
  const chosenSizes = sizes.slice(0, count)
  const last = chosenSizes.at(-1)
  if (!last) return { rows: [], end: undefined }
  return {
    rows: inOrderOf(chosenSizes, await selectRows(database, filter, chosenSizes, page)),
    end: sizes.length > count ? { value: last.value, id: last.id } : undefined,
  }
}

/** One more than the page's limit, so that its end can be seen. */
function selectSizes(
  database: Database,
  filter: MeetingFilter,
  { column, direction, after, limit, isBrief }: MeetingPageQuery,
) {
  const comes = direction === 'asc' ? '>' : '<'
  const page = selectMeetings(database, filter)
    .select(['meetings.user_id', 'meetings.id', `${column} as value`])
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
    .limit(limit + 1)
  return isBrief
    ? page.select(BRIEF_BYTES.as('bytes')).execute()
    : page
        .innerJoin(...TEXTS)
        .select(sql<number>`${BRIEF_BYTES} + octet_length(details)`.as('bytes'))
        .execute()
}

function selectRows(
  database: Database,
  { userId, isShared }: MeetingFilter,
  sizedMeetings: readonly SizedMeeting[],
  { isBrief }: MeetingPageQuery,
): Promise<readonly MeetingListRow[]> {
  const rows = meetingsOf(database, { userId, isShared })
    .where((where) => isOneOf(where, sizedMeetings))
    .select(LISTED)
    .$if(isShared, (query) => query.select(() => readerColumns('meeting', userId)))
  return isBrief
    ? rows.execute()
    : rows
        .innerJoin(...TEXTS)
        .select('details')
        .execute()
}

/**
 * Matches the given meetings, by their primary key's index. May match others too where members have meetings with
 * the same id; {@link inOrderOf} drops those.
 */
export const isOneOf = (where: ExpressionBuilder<Schema, 'meetings'>, keys: readonly MeetingKeyColumns[]) =>
  where.and([
    where('meetings.user_id', 'in', [...new Set(keys.map(({ user_id }) => user_id))]),
    where('meetings.id', 'in', [...new Set(keys.map(({ id }) => id))]),
  ])

/** Returns the rows of the given meetings in their order, without those that were deleted meanwhile. */
export function inOrderOf<Row extends MeetingKeyColumns>(
  keys: readonly MeetingKeyColumns[],
  rows: readonly Row[],
): readonly Row[] {
  const keyOf = ({ user_id, id }: MeetingKeyColumns) => JSON.stringify([user_id, id])
  const byKey = new Map(rows.map((row) => [keyOf(row), row]))
  return keys.flatMap((key) => byKey.get(keyOf(key)) ?? [])
}

/** Selects the user's own meetings, or those shared with the user. */
export interface MeetingOwners {
  readonly userId: string
  readonly isShared: boolean
}

/** Returns a query for meetings that were not deleted. */
export const meetingsOf = (database: Database, { userId, isShared }: MeetingOwners) =>
  database
    .selectFrom('meetings')
    .where((where) => (isShared ? isMeetingShared : isOwnMeeting)(where, userId))
    .where('deleted_at', 'is', null)

/** Returns a query for the meetings that match the filter. */
export function selectMeetings(
  database: Database,
  { ids, terms, from, to, participant, tag, archived, ...owners }: MeetingFilter,
) {
  let query = meetingsOf(database, owners)
  if (ids !== undefined) query = query.where('meetings.id', 'in', ids)
  // The looser bound is for the index.
  if (from !== undefined) {
    query = query
      .where('meeting_at', '>=', Math.min(from.time, from.day))
      .where('meeting_at', '>=', boundOf(from))
  }
  if (to !== undefined) {
    query = query.where('meeting_at', '<=', Math.max(to.time, to.day)).where('meeting_at', '<=', boundOf(to))
  }
  if (archived !== undefined) query = query.where('archived', '=', archived ? 1 : 0)
  if (participant !== undefined) query = query.where(containing('participants_key', participant))
  if (tag !== undefined) query = query.where(containing('tags_key', `\n${tag}\n`))
  if (terms.length === 0) return query
  return query.where((where) => {
    let texts = where
      .selectFrom('meeting_texts')
      .select('meeting_texts.id')
      .whereRef('meeting_texts.user_id', '=', 'meetings.user_id')
      .whereRef('meeting_texts.id', '=', 'meetings.id')
    for (const term of terms) texts = texts.where(containing('search_text', term))
    return where.exists(texts)
  })
}

/** A day, such as 2026-11-21, has no time. */
const boundOf = ({ time, day }: MeetingBound) =>
  sql<number>`case when length(meeting_date) = 10 then ${sql.lit(day)} else ${sql.lit(time)} end`

/** Both databases compare bytes here, so the compared values are in lower case. */
const containing = (column: 'participants_key' | 'tags_key' | 'search_text', text: string) =>
  sql<boolean>`${sql.ref(column)} like ${likePattern(text)} escape '\\'`

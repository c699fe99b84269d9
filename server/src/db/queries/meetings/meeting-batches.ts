import { type RawBuilder, sql } from 'kysely'
import type { Database } from '../../schema.ts'
import { countThatFits } from '../count-that-fits.ts'
import {
  inOrderOf,
  isOneOf,
  type MeetingFilter,
  type MeetingKeyColumns,
  type MeetingOwners,
  meetingsOf,
  selectMeetings,
  type SizedMeeting,
} from './meeting-lists.ts'
import { type MeetingRow, TEXTS } from './meetings.ts'
import { type ReaderColumns, readerColumns } from '../organizations/shares.ts'

/** Maximum number and size of the meetings that are in memory at once; a single larger meeting is read alone. */
const BATCH_SIZE = 200
const MAX_BATCH_BYTES = 1_000_000

/** The columns of a meeting that list its open action items. */
export type OpenMeetingRow = Pick<MeetingRow, 'user_id' | 'id' | 'title' | 'meeting_date' | 'action_items'> &
  Partial<ReaderColumns>

/** Yields whole meetings, the newest first. */
export function eachMeeting(database: Database, filter: MeetingFilter): AsyncGenerator<MeetingRow> {
  return inBatches(selectMeetings(database, filter), sql<number>`meetings.bytes`, (keys) =>
    atKeys(database, filter, keys)
      .innerJoin(...TEXTS)
      .selectAll('meetings')
      .select(['search_text', 'details', 'proof'])
      .execute(),
  )
}

/** Yields meetings with open action items, the newest first. */
export function eachOpenMeeting(database: Database, owners: MeetingOwners): AsyncGenerator<OpenMeetingRow> {
  const meetings = meetingsOf(database, owners).where('open_action_items', '>', 0)
  return inBatches(meetings, sql<number>`octet_length(action_items)`, (keys) =>
    atKeys(database, owners, keys)
      .select(['meetings.user_id', 'meetings.id', 'title', 'meeting_date', 'action_items'])
      .$if(owners.isShared, (query) => query.select(() => readerColumns('meeting', owners.userId)))
      .execute(),
  )
}

/** Yields the tags of each meeting as JSON, the newest first. */
export async function* eachTags(database: Database, owners: MeetingOwners): AsyncGenerator<string> {
  const meetings = meetingsOf(database, owners).where('tags', '<>', '[]')
  const rows = inBatches(meetings, sql<number>`octet_length(tags)`, (keys) =>
    atKeys(database, owners, keys).select(['meetings.user_id', 'meetings.id', 'tags']).execute(),
  )
  for await (const { tags } of rows) yield tags
}

const atKeys = (database: Database, owners: MeetingOwners, sizedMeetings: readonly SizedMeeting[]) =>
  meetingsOf(database, owners).where((where) => isOneOf(where, sizedMeetings))

/** Selects the keys and sizes of meetings, and then reads as many at once as fit. */
async function* inBatches<Row extends MeetingKeyColumns>(
  meetings: ReturnType<typeof meetingsOf>,
  bytes: RawBuilder<number>,
  read: (sizedMeetings: readonly SizedMeeting[]) => Promise<readonly Row[]>,
): AsyncGenerator<Row, void, undefined> {
  let after: (SizedMeeting & { readonly meeting_at: number }) | undefined
  for (;;) {
    const last = after
    const sizes = await meetings
      .select(['meetings.user_id', 'meetings.id', 'meeting_at', bytes.as('bytes')])
      .$if(last !== undefined, (query) =>
        query
          // Implied by the second condition; only this one is looked up in the index.
          .where('meeting_at', '<=', last?.meeting_at ?? 0)
          .where((where) =>
            where.or([
              where('meeting_at', '<', last?.meeting_at ?? 0),
              where('meetings.id', '<', last?.id ?? ''),
              where.and([
                where('meetings.id', '=', last?.id ?? ''),
                where('meetings.user_id', '<', last?.user_id ?? ''),
              ]),
            ]),
          ),
      )
      .orderBy('meeting_at', 'desc')
      .orderBy('meetings.id', 'desc')
      .orderBy('meetings.user_id', 'desc')
      .limit(BATCH_SIZE)
      .execute()
    for (let from = 0; from < sizes.length;) {
      const count = countThatFits(sizes.slice(from), MAX_BATCH_BYTES)
      const keys = sizes.slice(from, from + count)
      yield* inOrderOf(keys, await read(keys))
      from += count
    }
    after = sizes.at(-1)
    if (sizes.length < BATCH_SIZE) return
  }
}

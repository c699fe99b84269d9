import { randomUUID } from 'node:crypto'
import type { Meeting, MeetingFields } from '@vee/contract/entities/meeting'
import type { MeetingSort } from '@vee/contract/http/meetings'
import { folded } from '@vee/contract/meetings/search'
import { transcriptText } from '@vee/contract/meetings/transcript'
import {
  eachMeeting,
  findMeeting,
  insertMeeting,
  listMeetings,
  markMeeting,
  type MeetingFilter,
  type MeetingListRow,
  type MeetingSortColumn,
  purgeMeetings,
  replaceMeeting,
} from '#db/queries/meetings.ts'
import type { Database } from '#db/schema.ts'
import { inWriteTransaction } from '#db/write-transaction.ts'
import type { Caller } from '../accounts/index.ts'
import { Refusal } from '../refusal.ts'
import { withoutNul } from '../without-nul.ts'
import { decodeCursor, encodeCursor } from './cursor.ts'
import { endOf, type ListedMeeting, listedMeeting, meetingOf, rowOf, timeOf } from './rows.ts'

/** For so long a deletion can be taken back. */
const RESTORE_MS = 10 * 60_000
/** Words of a search that are looked for; more of them find no less and cost more. */
const TERMS_MAX = 8

const COLUMN_OF: Readonly<Record<MeetingSort, MeetingSortColumn>> = {
  meetingDate: 'meeting_at',
  createdAt: 'created_at',
  updatedAt: 'updated_at',
  title: 'title_key',
  openActionItems: 'open_action_items',
}

export interface MeetingsDependencies {
  readonly database: Database
  /** milliseconds since 1970 */
  readonly now: () => number
}

/** Which meetings; what is undefined does not matter. */
interface MeetingChoice {
  readonly id?: string | undefined
  readonly q?: string | undefined
  readonly from?: string | undefined
  readonly to?: string | undefined
  readonly participant?: string | undefined
  readonly archived?: boolean | undefined
}

export interface MeetingListQuery extends MeetingChoice {
  readonly sort: MeetingSort | `-${MeetingSort}`
  readonly cursor?: string | undefined
  readonly limit: number
}

/** What a change names; the rest stays. */
export type MeetingChange = { readonly [F in keyof MeetingFields]?: MeetingFields[F] | undefined }

interface KeptMeeting extends MeetingFields {
  readonly id: string
  readonly createdAt?: string | undefined
  readonly updatedAt?: string | undefined
}

/**
 * A member's meetings. Everybody else is refused with FORBIDDEN: theirs stay in the browser. An id that is not the
 * caller's own is refused with NOT_FOUND, whoever else's it may be.
 */
export interface Meetings {
  /** Refuses a cursor that it did not make with VALIDATION. */
  list(
    query: MeetingListQuery,
    caller: Caller,
  ): Promise<{ readonly items: ListedMeeting[]; readonly nextCursor: string | null }>
  create(fields: MeetingFields, caller: Caller): Promise<Meeting>
  get(id: string, caller: Caller): Promise<Meeting>
  change(id: string, change: MeetingChange, caller: Caller): Promise<Meeting>
  /** It can be restored for ten minutes. */
  delete(id: string, caller: Caller): Promise<void>
  restore(id: string, caller: Caller): Promise<Meeting>
  /** Adds what is not there yet. */
  import(
    meetings: readonly KeptMeeting[],
    caller: Caller,
  ): Promise<{ readonly added: number; readonly skipped: number }>
  /** Newest first, whole, one by one. */
  each(choice: MeetingChoice, caller: Caller): AsyncIterable<Meeting>
  /** Removes for good what nobody can restore any more. */
  purge(): Promise<void>
}

export function createMeetings({ database, now }: MeetingsDependencies): Meetings {
  const find = async (id: string, caller: Caller): Promise<Meeting> => {
    const row = await findMeeting(database, { userId: memberId(caller), id }, 'read')
    if (!row) throw notFound()
    return meetingOf(row)
  }

  return {
    async list({ sort, cursor, limit, ...choice }, caller) {
      const column = COLUMN_OF[sort.replace('-', '') as MeetingSort]
      const rows = await listMeetings(database, filterOf(choice, memberId(caller)), {
        column,
        direction: sort.startsWith('-') ? 'desc' : 'asc',
        after: cursor === undefined ? undefined : decodeCursor(cursor, sort),
        limit: limit + 1,
      })
      const shown = rows.slice(0, limit)
      const last: MeetingListRow | undefined = rows.length > limit ? shown.at(-1) : undefined
      return {
        items: shown.map(listedMeeting),
        nextCursor: last ? encodeCursor({ sort, value: last[column], id: last.id }) : null,
      }
    },

    async create(fields, caller) {
      const made = complete({ ...fields, id: randomUUID() }, now())
      await insertMeeting(database, rowOf(memberId(caller), made))
      return made
    },

    get: find,

    change(id, change, caller) {
      const userId = memberId(caller)
      return inWriteTransaction(database, `meeting ${id}`, async (transaction) => {
        const row = await findMeeting(transaction, { userId, id }, 'edit')
        if (!row) throw notFound()
        const before = meetingOf(row)
        const changed = complete(
          { ...before, ...given(change), id, updatedAt: new Date(now()).toISOString() },
          now(),
        )
        await replaceMeeting(transaction, rowOf(row.user_id, changed))
        return changed
      })
    },

    async delete(id, caller) {
      if (!(await markMeeting(database, { userId: memberId(caller), id }, now()))) throw notFound()
    },

    async restore(id, caller) {
      await purgeMeetings(database, now() - RESTORE_MS)
      if (!(await markMeeting(database, { userId: memberId(caller), id }, null))) throw notFound()
      return find(id, caller)
    },

    async import(meetings, caller) {
      const userId = memberId(caller)
      let added = 0
      for (const one of meetings) {
        if (await insertMeeting(database, rowOf(userId, complete(one, now())))) added += 1
      }
      return { added, skipped: meetings.length - added }
    },

    each: (choice, caller) => wholeMeetings(database, filterOf(choice, memberId(caller))),

    purge: () => purgeMeetings(database, now() - RESTORE_MS),
  }
}

async function* wholeMeetings(database: Database, filter: MeetingFilter): AsyncGenerator<Meeting> {
  for await (const row of eachMeeting(database, filter)) yield meetingOf(row)
}

const notFound = () => new Refusal('NOT_FOUND', 'There is no such meeting.')

function memberId({ kind, id }: Caller): string {
  if (kind === 'member') return id
  throw new Refusal('FORBIDDEN', 'Sign in to a personal account to keep meetings on the server.')
}

/** A transcript that was recorded here has its text from its lines. */
function given({ transcript, transcriptLines, ...rest }: MeetingChange): Partial<MeetingFields> {
  const text = transcript ?? (transcriptLines && transcriptText(transcriptLines))
  const change = { ...rest, transcriptLines, transcript: text }
  return Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined))
}

function complete(fields: KeptMeeting, now: number): Meeting {
  const createdAt = fields.createdAt ?? new Date(now).toISOString()
  const { transcript, transcriptLines, actionItems } = fields
  return {
    ...fields,
    transcript: transcript === '' ? transcriptText(transcriptLines) : transcript,
    meetingDate: fields.meetingDate ?? createdAt,
    createdAt,
    updatedAt: fields.updatedAt ?? createdAt,
    openActionItemCount: actionItems.filter(({ done }) => !done).length,
  }
}

function filterOf({ id, q, from, to, participant, archived }: MeetingChoice, userId: string): MeetingFilter {
  return {
    userId,
    id,
    terms: folded(withoutNul(q ?? ''))
      .split(/\s+/)
      .filter((term) => term !== '')
      .slice(0, TERMS_MAX),
    from: from === undefined ? undefined : timeOf(from),
    to: to === undefined ? undefined : endOf(to),
    participant: participant === undefined ? undefined : folded(withoutNul(participant).trim()),
    archived,
  }
}

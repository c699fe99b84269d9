import { randomUUID } from 'node:crypto'
import type { ActionItem, Meeting, MeetingFields } from '@vee/contract/entities/meeting'
import { type OpenActionItem } from '@vee/contract/http/action-items'
import { type MeetingAction, MEETINGS_AT_ONCE, type MeetingSort } from '@vee/contract/http/meetings'
import type { MeetingChange } from '@vee/contract/meetings/change'
import { folded } from '@vee/contract/meetings/search'
import {
  eachMeeting,
  listMeetings,
  type MeetingFilter,
  type MeetingListRow,
  type MeetingSortColumn,
  openMeetings,
  tagsOfMeetings,
} from '#db/queries/meeting-lists.ts'
import {
  archiveMeetings,
  findMeeting,
  insertMeeting,
  markMeetings,
  purgeMeetings,
  replaceMeeting,
} from '#db/queries/meetings.ts'
import { ContentFull, contentBytesOf } from '#db/queries/content-bytes.ts'
import type { Database } from '#db/schema.ts'
import { inWriteTransaction } from '#db/write-transaction.ts'
import type { Caller } from '../accounts/index.ts'
import { MEMBER_CONTENT_LIMITS, type MemberContentLimits, withinRoom } from '../content-limits.ts'
import { withoutNul } from '../without-nul.ts'
import { changed, complete, type KeptMeeting } from './change.ts'
import { decodeCursor, encodeCursor } from './cursor.ts'
import { openActionItems } from './open-action-items.ts'
import { endOf, type ListedMeeting, listedMeeting, meetingOf, rowOf, tagKey, timeOf } from './rows.ts'
import { countedTags, type TagCount } from './tags.ts'
import { memberId, notFound, assertOwnerFieldsUnchanged, assertOwner, seenBy } from './policy.ts'

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
  readonly limits?: MemberContentLimits
}

/** Which meetings; what is undefined does not matter. */
interface MeetingChoice {
  /** with commas between them */
  readonly id?: string | undefined
  readonly q?: string | undefined
  readonly from?: string | undefined
  readonly to?: string | undefined
  readonly participant?: string | undefined
  readonly tag?: string | undefined
  readonly archived?: boolean | undefined
  /** what colleagues share with the caller, instead of the caller's own */
  readonly isShared?: boolean
}

export interface MeetingListQuery extends MeetingChoice {
  readonly sort: MeetingSort | `-${MeetingSort}`
  readonly cursor?: string | undefined
  readonly limit: number
  /** without the texts */
  readonly isBrief?: boolean
}

type ItemChange = {
  readonly [F in 'text' | 'assignee' | 'done' | 'dueDate']?: ActionItem[F] | undefined
}

/**
 * A member's meetings, and those that colleagues share with them. Everybody else is refused with FORBIDDEN: theirs stay in
 * the browser. An id that is neither is refused with NOT_FOUND, whoever else's it may be. What is shared is read by `get`
 * and `list`, and changed by `change` and `changeItem` (FORBIDDEN for who may only read it); everything else is the
 * owner's alone.
 */
export interface Meetings {
  /** Refuses a cursor that it did not make with VALIDATION. */
  list(
    query: MeetingListQuery,
    caller: Caller,
  ): Promise<{ readonly items: ListedMeeting[]; readonly nextCursor: string | null }>
  create(fields: MeetingFields, caller: Caller): Promise<Meeting>
  get(id: string, caller: Caller): Promise<Meeting>
  /** What it is changed by may depend on what it is by then. */
  change(
    id: string,
    change: MeetingChange | ((before: Meeting) => MeetingChange),
    caller: Caller,
  ): Promise<Meeting>
  /** It can be restored for ten minutes. */
  delete(id: string, caller: Caller): Promise<void>
  restore(id: string, caller: Caller): Promise<Meeting>
  /** Several at once, all or none; resolves with how many it was done to. */
  changeMany(ids: readonly string[], action: MeetingAction, caller: Caller): Promise<number>
  /** The most used first; with `isShared`, here and below, of what colleagues share instead of the caller's own. */
  tags(isShared: boolean, caller: Caller): Promise<TagCount[]>
  /** What is left to do, by due date. Refuses a cursor that it did not make with VALIDATION. */
  actionItems(
    page: { readonly cursor?: string | undefined; readonly limit: number; readonly isShared: boolean },
    caller: Caller,
  ): Promise<{ readonly items: OpenActionItem[]; readonly nextCursor: string | null }>
  /** Changes one action item, which is a person's own from then on. */
  changeItem(id: string, itemId: string, change: ItemChange, caller: Caller): Promise<Meeting>
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

export function createMeetings({
  database,
  now,
  limits = MEMBER_CONTENT_LIMITS,
}: MeetingsDependencies): Meetings {
  const find = async (id: string, caller: Caller): Promise<Meeting> => {
    const userId = memberId(caller)
    const row = await findMeeting(database, { userId, id })
    if (!row) throw notFound()
    return seenBy(userId, row)
  }

  /** All or none; resolves with how many were not there yet. */
  function add(meetings: readonly Meeting[], caller: Caller): Promise<number> {
    const userId = memberId(caller)
    const adding = inWriteTransaction(database, `meetings of ${userId}`, async (transaction) => {
      let added = 0
      for (const one of meetings) if (await insertMeeting(transaction, rowOf(userId, one))) added += 1
      if (added > 0) await assertMeetingRoom(transaction, userId, limits)
      return added
    })
    return withinRoom(adding)
  }

  /** Changes what is there now: nobody's change is lost to another's. */
  function edit(id: string, caller: Caller, changeOf: (before: Meeting) => MeetingChange): Promise<Meeting> {
    const userId = memberId(caller)
    const editing = inWriteTransaction(database, `meeting ${id}`, async (transaction) => {
      const row = await findMeeting(transaction, { userId, id })
      if (!row) throw notFound()
      const before = seenBy(userId, row)
      assertOwner(before)
      const updatedAt = new Date(now()).toISOString()
      const after = complete({ ...changed(before, changeOf(before)), id, updatedAt }, now())
      assertOwnerFieldsUnchanged(before, after)
      const changedRow = rowOf(row.user_id, after)
      await replaceMeeting(transaction, changedRow)
      if (changedRow.bytes > row.bytes) await assertMeetingRoom(transaction, row.user_id, limits)
      return after
    })
    return withinRoom(editing)
  }

  return {
    ...createLists(database),

    async create(fields, caller) {
      const made = complete({ ...fields, id: randomUUID() }, now())
      await add([made], caller)
      return made
    },

    get: find,

    change: (id, change, caller) => edit(id, caller, typeof change === 'function' ? change : () => change),

    changeItem: (id, itemId, change, caller) =>
      edit(id, caller, ({ actionItems }) => {
        if (!actionItems.some((item) => item.id === itemId)) throw notFound()
        return { actionItemChanges: { set: [{ ...change, id: itemId, origin: 'own' }] } }
      }),

    async delete(id, caller) {
      if ((await markMeetings(database, { userId: memberId(caller), ids: [id] }, now())) === 0)
        throw notFound()
    },

    async restore(id, caller) {
      await purgeMeetings(database, now() - RESTORE_MS)
      if ((await markMeetings(database, { userId: memberId(caller), ids: [id] }, null)) === 0)
        throw notFound()
      return find(id, caller)
    },

    async changeMany(ids, action, caller) {
      const keys = { userId: memberId(caller), ids }
      if (action === 'delete') return markMeetings(database, keys, now())
      if (action !== 'restore') return archiveMeetings(database, keys, action === 'archive', now())
      await purgeMeetings(database, now() - RESTORE_MS)
      return markMeetings(database, keys, null)
    },

    async import(meetings, caller) {
      const added = await add(
        meetings.map((one) => complete(one, now())),
        caller,
      )
      return { added, skipped: meetings.length - added }
    },

    purge: () => purgeMeetings(database, now() - RESTORE_MS),
  }
}

/** Texts of a page of meetings, in bytes: the page is shorter where they are longer. */
const LIST_MAX_BYTES = 4_000_000

/** How many of the first rows take no more than that together; one at least. */
function fittingIn(maxBytes: number, rows: readonly MeetingListRow[]): number {
  let sum = 0
  const over = rows.findIndex(({ bytes }) => (sum += bytes) > maxBytes)
  return over === -1 ? rows.length : Math.max(1, over)
}

/** Throws when the member's meetings, with the change, take too much: of what does not fit nothing stays. */
async function assertMeetingRoom(
  transaction: Database,
  userId: string,
  { meetingsBytes }: MemberContentLimits,
): Promise<void> {
  if ((await contentBytesOf(transaction, 'meetings', userId)) > meetingsBytes)
    throw new ContentFull('meetings')
}

/** What only reads. */
function createLists(database: Database): Pick<Meetings, 'list' | 'tags' | 'actionItems' | 'each'> {
  return {
    async list({ sort, cursor, limit, isBrief = false, ...choice }, caller) {
      const column = COLUMN_OF[sort.replace('-', '') as MeetingSort]
      const filter = filterOf(choice, memberId(caller))
      const page = {
        column,
        direction: sort.startsWith('-') ? ('desc' as const) : ('asc' as const),
        after: cursor === undefined ? undefined : decodeCursor(cursor, sort),
      }
      const brief = await listMeetings(database, filter, { ...page, limit: limit + 1, isBrief: true })
      const fitting = isBrief ? limit : Math.min(limit, fittingIn(LIST_MAX_BYTES, brief))
      const shown = isBrief
        ? brief.slice(0, fitting)
        : await listMeetings(database, filter, { ...page, limit: fitting, isBrief })
      const last: MeetingListRow | undefined = brief.length > fitting ? shown.at(-1) : undefined
      return {
        items: shown.map(listedMeeting),
        nextCursor: last ? encodeCursor({ sort, value: last[column], id: last.id }) : null,
      }
    },

    tags: async (isShared, caller) =>
      countedTags(await tagsOfMeetings(database, { userId: memberId(caller), isShared })),

    actionItems: async ({ isShared, ...page }, caller) =>
      openActionItems(await openMeetings(database, { userId: memberId(caller), isShared }), page),

    each: (choice, caller) => wholeMeetings(database, filterOf(choice, memberId(caller))),
  }
}

async function* wholeMeetings(database: Database, filter: MeetingFilter): AsyncGenerator<Meeting> {
  for await (const row of eachMeeting(database, filter)) yield meetingOf(row)
}

function filterOf(
  { id, q, from, to, participant, tag, archived, isShared = false }: MeetingChoice,
  userId: string,
): MeetingFilter {
  return {
    userId,
    ids: id?.split(',').slice(0, MEETINGS_AT_ONCE),
    terms: folded(withoutNul(q ?? ''))
      .split(/\s+/)
      .filter((term) => term !== '')
      .slice(0, TERMS_MAX),
    from: from === undefined ? undefined : timeOf(from),
    to: to === undefined ? undefined : endOf(to),
    participant: participant === undefined ? undefined : folded(withoutNul(participant).trim()),
    tag: tag === undefined ? undefined : tagKey(tag),
    archived,
    isShared,
  }
}

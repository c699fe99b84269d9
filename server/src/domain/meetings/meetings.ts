import { randomUUID } from 'node:crypto'
import type { ActionItem, Meeting, MeetingFields } from '@vee/contract/entities/meeting'
import type { OpenActionItem } from '@vee/contract/http/meetings/action-items'
import {
  type MeetingAction,
  MEETINGS_AT_ONCE,
  type MeetingSort,
  MAX_TAGS,
} from '@vee/contract/http/meetings/meetings'
import type { MeetingChange } from '@vee/contract/meetings/change'
import { foldForSearch } from '@vee/contract/text/search-fold'
import { eachMeeting, eachOpenMeeting, eachTags } from '#db/queries/meetings/meeting-batches.ts'
import {
  type MeetingFilter,
  type MeetingSortColumn,
  selectMeetingPage,
} from '#db/queries/meetings/meeting-lists.ts'
import {
  archiveMeetings,
  findMeeting,
  insertMeeting,
  markMeetings,
  purgeMeetings,
  replaceMeeting,
} from '#db/queries/meetings/meetings.ts'
import { QuotaExceeded, contentBytesOf } from '#db/queries/content-bytes.ts'
import type { Database } from '#db/schema.ts'
import { inWriteTransaction } from '#db/write-transaction.ts'
import { timeZoneOfCaller, type Caller } from '../accounts/index.ts'
import { MEMBER_CONTENT_QUOTA, type MemberContentQuota, withinQuota } from '../storage/content-quota.ts'
import { withoutNul } from '#lib/without-nul.ts'
import { changed, complete, type KeptMeeting } from './change.ts'
import { openActionItems } from './open-action-items.ts'
import {
  type ListedMeeting,
  toListedMeeting,
  meetingOf,
  meetingRowOf,
  tagKey,
  endOf,
  startOf,
} from './rows.ts'
import { memberId, meetingNotFound, assertOwnerFieldsUnchanged, assertOwner, seenBy } from './policy.ts'
import { z } from 'zod'
import { readCursor, writeCursor } from '../lists/cursor.ts'

interface TagCount {
  readonly tag: string
  readonly count: number
}

const tagsOfOne = z.array(z.string())

/**
 * Returns the tags of all meetings with their counts, the most used first. Each meeting's tags are passed as
 * JSON. Comparison ignores case; the spelling of the first occurrence is returned. Of more than `MAX_TAGS`
 * different tags, the first ones are counted.
 */
async function countedTags(tagsOfMeetings: AsyncIterable<string>): Promise<TagCount[]> {
  const counts = new Map<string, { tag: string; count: number }>()
  for await (const json of tagsOfMeetings) {
    for (const tag of tagsOfOne.parse(JSON.parse(json)).filter(Boolean)) {
      const counted = counts.get(tagKey(tag))
      if (counted) counted.count += 1
      else if (counts.size < MAX_TAGS) counts.set(tagKey(tag), { tag, count: 1 })
    }
  }
  return [...counts.values()].toSorted((a, b) => b.count - a.count || (a.tag < b.tag ? -1 : 1))
}

/** The last meeting of a page by the sort key: the next page starts after it. */
interface MeetingListPosition {
  readonly sort: string
  readonly value: string | number
  readonly id: string
}

const encodeMeetingCursor = ({ sort, value, id }: MeetingListPosition) => writeCursor([sort, value, id])

/** Throws VALIDATION for anything that `encodeMeetingCursor` did not create for this sort order. */
function decodeMeetingCursor(cursor: string, sort: string): MeetingListPosition {
  const id = z
    .string()
    .max(200)
    .refine((text) => !text.includes('\0'))
  const cursorSchema = z.tuple([z.literal(sort), sort.endsWith('title') ? z.string() : z.number(), id])
  const [, value, lastId] = readCursor(cursorSchema, cursor, 'This is no cursor of such a list.')
  return { sort, value, id: lastId }
}

/** Time in which a deletion can be undone. */
const RESTORE_MS = 10 * 60_000
/** Maximum number of search terms; more find no further results and cost more. */
const MAX_TERMS = 8

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
  readonly quota?: MemberContentQuota
}

/** Filters of meetings; undefined: no filter. */
interface MeetingChoice {
  /** separated by commas */
  readonly id?: string | undefined
  readonly q?: string | undefined
  readonly from?: string | undefined
  readonly to?: string | undefined
  readonly participant?: string | undefined
  readonly tag?: string | undefined
  readonly archived?: boolean | undefined
  /** meetings that colleagues share, instead of the caller's own */
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
 * A member's meetings, and those that colleagues share with them. Throws FORBIDDEN for other callers, whose
 * meetings stay in the browser, and NOT_FOUND for any other id. Shared meetings are read by `get` and `list`
 * and changed by `change` and `changeItem` (FORBIDDEN with read access only); everything else is reserved for
 * the owner.
 */
export interface Meetings {
  /** Throws VALIDATION for a cursor that it did not create. */
  list(
    query: MeetingListQuery,
    caller: Caller,
  ): Promise<{ readonly items: ListedMeeting[]; readonly nextCursor: string | null }>
  create(fields: MeetingFields, caller: Caller): Promise<Meeting>
  get(id: string, caller: Caller): Promise<Meeting>
  /** The change may depend on the current state. */
  change(
    id: string,
    change: MeetingChange | ((before: Meeting) => MeetingChange),
    caller: Caller,
  ): Promise<Meeting>
  /** Deletes a meeting; it can be restored for ten minutes. */
  delete(id: string, caller: Caller): Promise<void>
  restore(id: string, caller: Caller): Promise<Meeting>
  /** Changes several at once, all or none. Returns the number of changed meetings. */
  changeMany(ids: readonly string[], action: MeetingAction, caller: Caller): Promise<number>
  /**
   * Returns tags, the most used first; with `isShared`, here and below, those of shared meetings instead of
   * the caller's own. Of more than {@link MAX_TAGS} different tags, those of the newest meetings.
   */
  tags(isShared: boolean, caller: Caller): Promise<TagCount[]>
  /** Returns open action items by due date. Throws VALIDATION for a cursor that it did not create. */
  actionItems(
    page: { readonly cursor?: string | undefined; readonly limit: number; readonly isShared: boolean },
    caller: Caller,
  ): Promise<{ readonly items: OpenActionItem[]; readonly nextCursor: string | null }>
  /** Changes one action item, which then counts as written by the user. */
  changeItem(id: string, itemId: string, change: ItemChange, caller: Caller): Promise<Meeting>
  /** Adds meetings that do not exist yet. */
  import(
    meetings: readonly KeptMeeting[],
    caller: Caller,
  ): Promise<{ readonly added: number; readonly skipped: number }>
  /** Yields complete meetings, newest first. */
  each(choice: MeetingChoice, caller: Caller): AsyncIterable<Meeting>
  /** Deletes permanently what can no longer be restored. */
  purge(): Promise<void>
}

export function createMeetings({
  database,
  now,
  quota = MEMBER_CONTENT_QUOTA,
}: MeetingsDependencies): Meetings {
  const find = async (id: string, caller: Caller): Promise<Meeting> => {
    const userId = memberId(caller)
    const row = await findMeeting(database, { userId, id })
    if (!row) throw meetingNotFound()
    return seenBy(userId, row)
  }

  /** Adds all or none. Returns the number of new meetings. */
  function add(meetings: readonly Meeting[], caller: Caller): Promise<number> {
    const userId = memberId(caller)
    const adding = inWriteTransaction(database, `meetings of ${userId}`, async (transaction) => {
      let added = 0
      for (const meeting of meetings)
        if (await insertMeeting(transaction, meetingRowOf(userId, meeting))) added += 1
      if (added > 0) await assertMeetingRoom(transaction, userId, quota)
      return added
    })
    return withinQuota(adding)
  }

  /** Changes the current state in a transaction, so that no concurrent change is lost. */
  function edit(id: string, caller: Caller, changeOf: (before: Meeting) => MeetingChange): Promise<Meeting> {
    const userId = memberId(caller)
    const editing = inWriteTransaction(database, `meeting ${id}`, async (transaction) => {
      const row = await findMeeting(transaction, { userId, id })
      if (!row) throw meetingNotFound()
      const before = seenBy(userId, row)
      assertOwner(before)
      const updatedAt = new Date(now()).toISOString()
      const after = complete({ ...changed(before, changeOf(before)), id, updatedAt }, now())
      assertOwnerFieldsUnchanged(before, after)
      const changedRow = meetingRowOf(row.user_id, after)
      await replaceMeeting(transaction, changedRow)
      if (changedRow.bytes > row.bytes) await assertMeetingRoom(transaction, row.user_id, quota)
      return after
    })
    return withinQuota(editing)
  }

  return {
    ...createLists(database),

    async create(fields, caller) {
      const meeting = complete({ ...fields, id: randomUUID() }, now())
      await add([meeting], caller)
      return meeting
    },

    get: find,

    change: (id, change, caller) => edit(id, caller, typeof change === 'function' ? change : () => change),

    changeItem: (id, itemId, change, caller) =>
      edit(id, caller, ({ actionItems }) => {
        if (!actionItems.some((item) => item.id === itemId)) throw meetingNotFound()
        return { actionItemChanges: { set: [{ ...change, id: itemId, origin: 'own' }] } }
      }),

    async delete(id, caller) {
      if ((await markMeetings(database, { userId: memberId(caller), ids: [id] }, now())) === 0)
        throw meetingNotFound()
    },

    async restore(id, caller) {
      await purgeMeetings(database, now() - RESTORE_MS)
      if ((await markMeetings(database, { userId: memberId(caller), ids: [id] }, null)) === 0)
        throw meetingNotFound()
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
        meetings.map((meeting) => complete(meeting, now())),
        caller,
      )
      return { added, skipped: meetings.length - added }
    },

    purge: () => purgeMeetings(database, now() - RESTORE_MS),
  }
}

/** Maximum size of a page's fields as stored, in bytes: a page of large meetings has fewer. */
const MAX_LIST_BYTES = 4_000_000

/** Throws if the member's meetings exceed the limit with the change; the transaction is rolled back. */
async function assertMeetingRoom(
  transaction: Database,
  userId: string,
  { meetingsBytes }: MemberContentQuota,
): Promise<void> {
  if ((await contentBytesOf(transaction, 'meetings', userId)) > meetingsBytes)
    throw new QuotaExceeded('meetings')
}

/** Returns the read-only methods. */
function createLists(database: Database): Pick<Meetings, 'list' | 'tags' | 'actionItems' | 'each'> {
  return {
    async list({ sort, cursor, limit, isBrief = false, ...choice }, caller) {
      const { rows, end } = await selectMeetingPage(database, filterOf(choice, caller), {
        column: COLUMN_OF[sort.replace('-', '') as MeetingSort],
        direction: sort.startsWith('-') ? 'desc' : 'asc',
        after: cursor === undefined ? undefined : decodeMeetingCursor(cursor, sort),
        limit,
        maxBytes: MAX_LIST_BYTES,
        isBrief,
      })
      return {
        items: rows.map(toListedMeeting),
        nextCursor: end ? encodeMeetingCursor({ sort, ...end }) : null,
      }
    },

    tags: (isShared, caller) => countedTags(eachTags(database, { userId: memberId(caller), isShared })),

    actionItems: ({ isShared, ...page }, caller) =>
      openActionItems(eachOpenMeeting(database, { userId: memberId(caller), isShared }), {
        ...page,
        maxBytes: MAX_LIST_BYTES,
      }),

    each: (choice, caller) => wholeMeetings(database, filterOf(choice, caller)),
  }
}

async function* wholeMeetings(database: Database, filter: MeetingFilter): AsyncGenerator<Meeting> {
  for await (const row of eachMeeting(database, filter)) yield meetingOf(row)
}

function filterOf(
  { id, q, from, to, participant, tag, archived, isShared = false }: MeetingChoice,
  caller: Caller,
): MeetingFilter {
  const timeZone = timeZoneOfCaller(caller)
  return {
    userId: memberId(caller),
    ids: id?.split(',').slice(0, MEETINGS_AT_ONCE),
    terms: foldForSearch(withoutNul(q ?? ''))
      .split(/\s+/)
      .filter((term) => term !== '')
      .slice(0, MAX_TERMS),
    from: from === undefined ? undefined : startOf(from, timeZone),
    to: to === undefined ? undefined : endOf(to, timeZone),
    participant: participant === undefined ? undefined : foldForSearch(withoutNul(participant).trim()),
    tag: tag === undefined ? undefined : tagKey(tag),
    archived,
    isShared,
  }
}

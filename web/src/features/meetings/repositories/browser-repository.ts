import type { Meeting } from '@vee/contract/entities/meeting'
import { changedBy, type MeetingChange } from '@vee/contract/meetings/change'
import type { OpenActionItem } from '@vee/contract/http/meetings/action-items'
import type { summarizeTranscript } from '@vee/contract/http/meetings/meeting-summaries'
import type { MeetingSort } from '@vee/contract/http/meetings/meetings'
import { changeBySummary, type WrittenSummary } from '@vee/contract/meetings/minutes'
import { searchText } from '@vee/contract/meetings/search'
import { foldForSearch } from '@vee/contract/text/search-fold'
import { ApiError, type Api } from '#lib/http/index.ts'
import { randomId } from '#lib/random-id.ts'
import type { IndexedStore } from '#lib/storage/indexed-store.ts'
import { dayOf } from '../files/day-of.ts'
import type { MeetingRepository, MeetingListPage, MeetingQuery } from './meeting-repository.ts'
import { runExclusively } from '#voice/tab-locks.ts'
import { bodyOf, endOfWork } from './read-events.ts'

const KIND = 'meetings'
/** Meetings per page. */
const PAGE_SIZE = 50

/** Creates the repository for users without an account, in this browser. */
export function createBrowserRepository(indexedStore: IndexedStore, api: Api): MeetingRepository {
  /** meetings deleted since the page was opened */
  const deleted = new Map<string, Meeting>()
  const { readAll, get, write, edit } = storedMeetings(indexedStore)
  return {
    storedIn: 'browser',
    list: async (query, cursor) => pageOf(filterMeetings(await readAll(), query), Number(cursor ?? 0)),
    tags: async () => byFrequency((await readAll()).flatMap(({ tags }) => tags)),
    get,
    async create(fields) {
      const meeting = counted(changedBy(emptyMeeting(), fields))
      await write(meeting)
      return meeting
    },
    change: (id, change) => edit(id, () => change),
    async changeMany(ids, action) {
      if (action === 'restore') {
        await write(...ids.flatMap((id) => deleted.get(id) ?? []))
        for (const id of ids) deleted.delete(id)
        return
      }
      const meetings = await readAll(ids)
      if (action === 'delete') {
        for (const meeting of meetings) deleted.set(meeting.id, meeting)
        await indexedStore.write(meetings.map(({ id }) => ({ kind: KIND, id, value: undefined })))
        return
      }
      for (const { id } of meetings) await edit(id, () => ({ archived: action === 'archive' }))
    },
    async addAll(meetings) {
      const storedIds = new Set((await readAll()).map(({ id }) => id))
      const fresh = meetings.filter(isMeeting).filter(({ id }) => !storedIds.has(id))
      await write(...fresh.map((meeting) => ({ ...emptyMeeting(), ...meeting })))
      return fresh.length
    },
    all: readAll,
    async openItems() {
      const items = (await readAll()).flatMap(openItemsOf)
      return { items: items.toSorted((a, b) => (dueDayOf(a) < dueDayOf(b) ? -1 : 1)), nextCursor: null }
    },
    async changeItem(meetingId, itemId, fields) {
      await edit(meetingId, () => ({
        actionItemChanges: { set: [{ ...fields, id: itemId, origin: 'own' }] },
      }))
    },
    async summarize(meeting, wish, onProgress, signal) {
      const response = await api.send<typeof summarizeTranscript>('POST', '/meetings/summary', {
        body: { meeting, ...bodyOf(wish) },
        signal,
      })
      const result = await endOfWork(response, 'summary', onProgress)
      const written = writtenOf(result['change'] as ChangeBySummary, meeting)
      // Concurrent changes are preserved: only generated content is applied on top.
      return edit(meeting.id, (before) => changeBySummary(before, written))
    },
  }
}

/** Reads and writes the meetings of this browser. */
function storedMeetings(indexedStore: IndexedStore) {
  const readAll = async (which: readonly string[] | 'own' | 'shared' = 'own') => {
    const meetings = (await indexedStore.list(KIND)).map((stored) => ({
      ...emptyMeeting(),
      ...(stored as Meeting),
    }))
    return typeof which === 'string' ? meetings : meetings.filter(({ id }) => which.includes(id))
  }
  const get = async (id: string): Promise<Meeting> => {
    const stored = await indexedStore.read(KIND, id)
    if (!isMeeting(stored))
      throw new ApiError({ status: 404, code: 'NOT_FOUND', message: 'There is no such meeting.' })
    return { ...emptyMeeting(), ...stored }
  }
  const write = async (...meetings: readonly Meeting[]) => {
    await indexedStore.write(
      meetings.map((meeting) => ({ kind: KIND, id: meeting.id, value: counted(meeting) })),
    )
  }
  // Sequentially: the page and the transcription change a meeting concurrently.
  const edit = (id: string, changeOf: (before: Meeting) => MeetingChange) =>
    runExclusively(`vee-meeting ${id}`, async () => {
      const before = await get(id)
      const updatedAt = new Date().toISOString()
      const changed = counted({ ...changedBy(before, changeOf(before)), updatedAt })
      await write(changed)
      return changed
    })
  return { readAll, get, write, edit }
}

/** Returns each tag once, the most frequent first. */
function byFrequency(tags: readonly string[]): readonly string[] {
  const counts = new Map<string, number>()
  for (const tag of tags) counts.set(tag, (counts.get(tag) ?? 0) + 1)
  return [...counts].toSorted(([, a], [, b]) => b - a).map(([tag]) => tag)
}

type ChangeBySummary = ReturnType<typeof changeBySummary>

/** Returns what is new in the server's change compared to the meeting that was sent. */
function writtenOf(
  { title = '', minutes, actionItems }: ChangeBySummary,
  sentMeeting: Meeting,
): WrittenSummary {
  const sentIds = new Set(sentMeeting.actionItems.map(({ id }) => id))
  return { title, minutes, actionItems: actionItems.filter(({ id }) => !sentIds.has(id)) }
}

const pageOf = (matches: readonly Meeting[], from: number): MeetingListPage => ({
  items: matches.slice(from, from + PAGE_SIZE),
  nextCursor: from + PAGE_SIZE < matches.length ? String(from + PAGE_SIZE) : null,
})

const openItemsOf = ({ id, title, meetingDate, actionItems }: Meeting): readonly OpenActionItem[] =>
  actionItems
    .filter(({ done }) => !done)
    .map((item) => ({ meetingId: id, meetingTitle: title, meetingDate, item }))

const dueDayOf = ({ item }: OpenActionItem) => item.dueDate ?? '9999'

const counted = (meeting: Meeting): Meeting => ({
  ...meeting,
  openActionItemCount: meeting.actionItems.filter(({ done }) => !done).length,
})

const isMeeting = (value: unknown): value is Meeting =>
  typeof value === 'object' && value !== null && 'id' in value && typeof value.id === 'string'

function emptyMeeting(): Meeting {
  const now = new Date().toISOString()
  return {
    id: randomId(),
    title: '',
    participants: [],
    quickNotes: '',
    transcript: '',
    transcriptLines: [],
    summary: '',
    minutes: null,
    actionItems: [],
    tags: [],
    marks: [],
    archived: false,
    keepsSound: false,
    meetingDate: now,
    createdAt: now,
    updatedAt: now,
    openActionItemCount: 0,
  }
}

/** Filters and sorts like the server, for the few meetings in a browser. */
function filterMeetings(meetings: readonly Meeting[], query: MeetingQuery): readonly Meeting[] {
  const terms = foldForSearch(query.q).split(/\s+/).filter(Boolean)
  const name = foldForSearch(query.participant.trim())
  const matches = meetings.filter((meeting) => {
    const day = dayOf(meeting.meetingDate)
    const words = terms.length === 0 ? '' : searchText(meeting)
    return (
      meeting.archived === query.archived &&
      terms.every((term) => words.includes(term)) &&
      (name === '' || foldForSearch(meeting.participants.join('\n')).includes(name)) &&
      (query.tag === '' || meeting.tags.some((tag) => foldForSearch(tag) === foldForSearch(query.tag))) &&
      (query.from === '' || day >= query.from) &&
      (query.to === '' || day <= query.to)
    )
  })
  const sign = query.sort.startsWith('-') ? -1 : 1
  const sortValue = (meeting: Meeting): string | number => {
    const field = query.sort.replace('-', '') as MeetingSort
    if (field === 'openActionItems') return meeting.openActionItemCount
    return field === 'title' ? foldForSearch(meeting.title) : meeting[field]
  }
  return matches.toSorted((left, right) => {
    const [a, b] = [sortValue(left), sortValue(right)]
    if (a === b) return left.id < right.id ? -sign : sign
    return a < b ? -sign : sign
  })
}

import type { Meeting, MeetingFields } from '@vee/contract/entities/meeting'
import type {
  createMeeting,
  deleteMeeting,
  getMeeting,
  importMeetings,
  listMeetings,
  MeetingSort,
  patchMeeting,
  restoreMeeting,
  summarizeMeeting,
  summarizeTranscript,
} from '@vee/contract/http/meetings'
import { folded, searchText } from '@vee/contract/meetings/search'
import { transcriptText } from '@vee/contract/meetings/transcript'
import { ApiError, errorOfSilence, isErrorCode, type Api } from '#lib/api/index.ts'
import { randomId } from '#lib/random-id.ts'
import type { Shelf } from '#lib/shelf.ts'
import { readEvents } from './read-events.ts'

export type ListedMeeting = Omit<Meeting, 'transcriptLines' | 'minutes'>
export type MeetingPart = Partial<MeetingFields>

export interface MeetingQuery {
  readonly q: string
  /** days, '' for none */
  readonly from: string
  readonly to: string
  readonly participant: string
  readonly archived: boolean
  readonly sort: MeetingSort | `-${MeetingSort}`
}

interface SummaryWish {
  /** BCP 47; '' for the transcript's own */
  readonly language: string
  readonly template: string
}

interface MeetingPage {
  readonly items: readonly ListedMeeting[]
  readonly nextCursor: string | null
}

/** Where meetings are kept: a member's on the server, everybody else's in this browser. Rejects with ApiError or ShelfError. */
export interface MeetingKeeper {
  readonly place: 'server' | 'browser'
  list(query: MeetingQuery, cursor?: string): Promise<MeetingPage>
  get(id: string): Promise<Meeting>
  create(part: MeetingPart): Promise<Meeting>
  change(id: string, part: MeetingPart): Promise<Meeting>
  remove(id: string): Promise<void>
  restore(meeting: Meeting): Promise<void>
  /** Adds what is not there yet; resolves with how many that is. */
  addAll(meetings: readonly unknown[]): Promise<number>
  /** All of them, whole. */
  all(): Promise<readonly Meeting[]>
  summarize(
    meeting: Meeting,
    wish: SummaryWish,
    onProgress: (done: number, total: number) => void,
    signal: AbortSignal,
  ): Promise<Meeting>
}

const PAGE = 50

export function createServerKeeper(api: Api): MeetingKeeper {
  const page = (query: MeetingQuery, cursor?: string) =>
    api.json<typeof listMeetings>('GET', '/meetings', {
      query: {
        q: query.q || undefined,
        from: query.from || undefined,
        to: query.to || undefined,
        participant: query.participant || undefined,
        archived: query.archived ? 'true' : 'false',
        sort: query.sort,
        limit: PAGE,
        ...(cursor === undefined ? {} : { cursor }),
      },
    })
  const get = (id: string) => api.json<typeof getMeeting>('GET', '/meetings/{id}', { params: { id } })
  return {
    place: 'server',
    list: page,
    get,
    create: (body) => api.json<typeof createMeeting>('POST', '/meetings', { body }),
    change: (id, body) => api.json<typeof patchMeeting>('PATCH', '/meetings/{id}', { params: { id }, body }),
    async remove(id) {
      await api.json<typeof deleteMeeting>('DELETE', '/meetings/{id}', { params: { id } })
    },
    async restore({ id }) {
      await api.json<typeof restoreMeeting>('POST', '/meetings/{id}/restore', { params: { id } })
    },
    async addAll(meetings) {
      const body = { meetings: meetings as never }
      return (await api.json<typeof importMeetings>('POST', '/meetings/import', { body })).added
    },
    async all() {
      const response = await api.send('GET', '/meetings/export')
      return ((await response.json()) as { readonly meetings: readonly Meeting[] }).meetings
    },
    async summarize({ id }, wish, onProgress, signal) {
      const response = await api.send<typeof summarizeMeeting>('POST', '/meetings/{id}/summarize', {
        params: { id },
        body: bodyOf(wish),
        signal,
      })
      const told = await lastOf(response, onProgress)
      if (told.type !== 'meeting') throw brokenOff()
      return told['meeting'] as Meeting
    },
  }
}

const KIND = 'meetings'

export function createBrowserKeeper(shelf: Shelf, api: Api): MeetingKeeper {
  const all = async () => (await shelf.list(KIND)) as readonly Meeting[]
  const get = async (id: string) => {
    const found = (await all()).find((meeting) => meeting.id === id)
    if (!found) throw new ApiError({ status: 404, code: 'NOT_FOUND', message: 'There is no such meeting.' })
    return found
  }
  const write = async (meeting: Meeting) => {
    const counted = {
      ...meeting,
      openActionItemCount: meeting.actionItems.filter(({ done }) => !done).length,
    }
    await shelf.write([{ kind: KIND, id: meeting.id, value: counted }])
    return counted
  }
  const change = async (id: string, part: MeetingPart) =>
    write({ ...(await get(id)), ...given(part), updatedAt: new Date().toISOString() })
  return {
    place: 'browser',
    list: async (query) => ({ items: chosen(await all(), query), nextCursor: null }),
    get,
    create: (part) => write({ ...emptyMeeting(), ...given(part) }),
    change,
    remove: (id) => shelf.write([{ kind: KIND, id, value: undefined }]),
    async restore(meeting) {
      await write(meeting)
    },
    async addAll(meetings) {
      const known = new Set((await all()).map(({ id }) => id))
      const fresh = meetings.filter(isMeeting).filter(({ id }) => !known.has(id))
      for (const meeting of fresh) await write({ ...emptyMeeting(), ...meeting })
      return fresh.length
    },
    all,
    async summarize(meeting, wish, onProgress, signal) {
      const response = await api.send<typeof summarizeTranscript>('POST', '/meetings/summary', {
        body: { meeting, ...bodyOf(wish) },
        signal,
      })
      const told = await lastOf(response, onProgress)
      if (told.type !== 'summary') throw brokenOff()
      return change(meeting.id, told['change'] as MeetingPart)
    },
  }
}

/** A transcript that was recorded or brought along with its times has its text from its lines. */
export const withText = (part: MeetingPart): MeetingPart =>
  part.transcriptLines && part.transcript === undefined
    ? { ...part, transcript: transcriptText(part.transcriptLines) }
    : part

const given = (part: MeetingPart) =>
  Object.fromEntries(
    Object.entries(withText(part)).filter(([, value]) => value !== undefined),
  ) as Partial<Meeting>

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
    archived: false,
    meetingDate: now,
    createdAt: now,
    updatedAt: now,
    openActionItemCount: 0,
  }
}

/** What the server does for members, for the few meetings that a browser keeps. */
function chosen(meetings: readonly Meeting[], query: MeetingQuery): readonly Meeting[] {
  const terms = folded(query.q).split(/\s+/).filter(Boolean)
  const name = folded(query.participant.trim())
  const found = meetings.filter((meeting) => {
    const day = meeting.meetingDate.slice(0, 10)
    const words = searchText(meeting)
    return (
      meeting.archived === query.archived &&
      terms.every((term) => words.includes(term)) &&
      (name === '' || folded(meeting.participants.join('\n')).includes(name)) &&
      (query.from === '' || day >= query.from) &&
      (query.to === '' || day <= query.to)
    )
  })
  const sign = query.sort.startsWith('-') ? -1 : 1
  const value = (meeting: Meeting): string | number => {
    const field = query.sort.replace('-', '') as MeetingSort
    if (field === 'openActionItems') return meeting.openActionItemCount
    return field === 'title' ? folded(meeting.title) : meeting[field]
  }
  return found.toSorted((one, other) => {
    const [a, b] = [value(one), value(other)]
    if (a === b) return one.id < other.id ? -sign : sign
    return a < b ? -sign : sign
  })
}

const bodyOf = ({ language, template }: SummaryWish) => ({
  stream: true,
  ...(language === '' ? {} : { language }),
  ...(template.trim() === '' ? {} : { template }),
})

const brokenOff = () => errorOfSilence('UNREACHABLE')

/** Follows work that tells how far it is, to its end. */
async function lastOf(
  response: Response,
  onProgress: (done: number, total: number) => void,
): Promise<{ readonly type: string; readonly [field: string]: unknown }> {
  for await (const event of readEvents(response)) {
    if (event.type === 'progress') onProgress(Number(event['done']), Number(event['total']))
    else if (event.type === 'error') {
      const code = String(event['error'])
      throw new ApiError({
        status: 200,
        code: isErrorCode(code) ? code : 'INTERNAL',
        message: String(event['message']),
      })
    } else return event
  }
  throw brokenOff()
}

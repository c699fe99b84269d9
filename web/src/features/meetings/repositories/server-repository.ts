import type { Meeting } from '@vee/contract/entities/meeting'
import type { listActionItems, patchActionItem } from '@vee/contract/http/meetings/action-items'
import type { summarizeMeeting } from '@vee/contract/http/meetings/meeting-summaries'
import type {
  changeMeetings,
  createMeeting,
  exportMeetings,
  getMeeting,
  importMeetings,
  listMeetings,
  listMeetingTags,
  patchMeeting,
} from '@vee/contract/http/meetings/meetings'
import type { Api } from '#lib/http/index.ts'
import type { MeetingQuery, MeetingRepository } from './meeting-repository.ts'
import { bodyOf, endOfWork } from './read-events.ts'

const PAGE_SIZE = 50
/** Maximum number of meetings that one request changes or exports by their ids. */
const AT_ONCE = 100
/** Meetings and characters per import request, well within the server's limits. */
const IMPORT = { meetings: 200, length: 4_000_000 }

/** Creates the repository of a member's meetings on the server. */
export function createServerRepository(api: Api): MeetingRepository {
  const exported = async (query: { readonly id?: string; readonly shared?: 'true' }) => {
    const response = await api.send<typeof exportMeetings>('GET', '/meetings/export', { query })
    return ((await response.json()) as { readonly meetings: readonly Meeting[] }).meetings
  }
  return {
    storedIn: 'server',
    list: (query, cursor) =>
      api.json<typeof listMeetings>('GET', '/meetings', {
        query: { ...parametersOf(query), ...(cursor === undefined ? {} : { cursor }) },
      }),
    async tags(isShared) {
      const { tags } = await api.json<typeof listMeetingTags>('GET', '/meetings/tags', {
        query: { shared: isShared ? 'true' : undefined },
      })
      return tags.map(({ tag }) => tag)
    },
    get: (id) => api.json<typeof getMeeting>('GET', '/meetings/{id}', { params: { id } }),
    create: (body) => api.json<typeof createMeeting>('POST', '/meetings', { body }),
    change: (id, body) => api.json<typeof patchMeeting>('PATCH', '/meetings/{id}', { params: { id }, body }),
    async changeMany(ids, action) {
      for (const some of inParts(ids, AT_ONCE)) {
        await api.json<typeof changeMeetings>('POST', '/meetings/bulk', { body: { ids: [...some], action } })
      }
    },
    async addAll(meetings) {
      let added = 0
      for (const some of inImports(meetings)) {
        const body = { meetings: some as never }
        added += (await api.json<typeof importMeetings>('POST', '/meetings/import', { body })).added
      }
      return added
    },
    async all(which) {
      if (which === 'own') return exported({})
      if (which === 'shared') return exported({ shared: 'true' })
      const meetings: Meeting[] = []
      for (const some of inParts(which, AT_ONCE)) meetings.push(...(await exported({ id: some.join(',') })))
      return meetings
    },
    openItems: (isShared, cursor) =>
      api.json<typeof listActionItems>('GET', '/meetings/action-items', {
        query: { shared: isShared ? 'true' : undefined, ...(cursor === undefined ? {} : { cursor }) },
      }),
    async changeItem(id, itemId, body) {
      await api.json<typeof patchActionItem>('PATCH', '/meetings/{id}/action-items/{itemId}', {
        params: { id, itemId },
        body,
      })
    },
    async summarize({ id }, wish, onProgress, signal) {
      const response = await api.send<typeof summarizeMeeting>('POST', '/meetings/{id}/summarize', {
        params: { id },
        body: bodyOf(wish),
        signal,
      })
      return (await endOfWork(response, 'meeting', onProgress))['meeting'] as Meeting
    },
  }
}

/** Returns the parameters of a list's request. */
const parametersOf = (query: MeetingQuery) =>
  ({
    q: query.q || undefined,
    from: query.from || undefined,
    to: query.to || undefined,
    participant: query.participant || undefined,
    tag: query.tag || undefined,
    archived: query.archived ? 'true' : 'false',
    shared: query.shared ? 'true' : undefined,
    sort: query.sort,
    limit: PAGE_SIZE,
    brief: 'true',
  }) as const

function* inParts<T>(all: readonly T[], length: number): Generator<readonly T[]> {
  for (let from = 0; from < all.length; from += length) yield all.slice(from, from + length)
}

function* inImports(meetings: readonly unknown[]): Generator<readonly unknown[]> {
  let some: unknown[] = []
  let length = 0
  for (const meeting of meetings) {
    const added = JSON.stringify(meeting).length
    if (some.length === IMPORT.meetings || (some.length > 0 && length + added > IMPORT.length)) {
      yield some
      some = []
      length = 0
    }
    some.push(meeting)
    length += added
  }
  if (some.length > 0) yield some
}

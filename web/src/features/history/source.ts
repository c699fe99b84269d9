import type { ConversationSummary, FoundConversation } from '@vee/contract/entities/conversation'
import type { Project, ProjectItem } from '@vee/contract/entities/project'
import type { EndpointResponse } from '@vee/contract/http/endpoint'
import type {
  changeConversations,
  CONVERSATION_ACTIONS,
  deleteConversation,
  exportConversation,
  listConversations,
  listConversationTags,
  patchConversation,
  restoreConversation,
} from '@vee/contract/http/conversations'
import type {
  createProject,
  deleteProject,
  deleteProjectItem,
  listProjectItems,
  listProjects,
  patchProject,
  restoreProject,
} from '@vee/contract/http/projects'
import type { listLinks } from '@vee/contract/http/links'
import type { listOfferedModels, OfferedModel } from '@vee/contract/http/models'
import { CONVERSATIONS_AT_ONCE } from '@vee/contract/entities/conversation-limits'
import { DAY_MS } from '@vee/contract/time/durations'
import type { Api } from '#lib/http/index.ts'

export interface ConversationListPage {
  readonly items: readonly FoundConversation[]
  readonly nextCursor: string | null
}

/** What a list is narrowed to; undefined: anything. */
export interface HistoryFilter {
  readonly agentId?: string | undefined
  readonly projectId?: string | undefined
  readonly tag?: string | undefined
  /** changed in this number of days */
  readonly days?: number | undefined
  /** only pinned ones */
  readonly isPinned?: true | undefined
}

export interface Wish extends HistoryFilter {
  readonly q: string
  readonly archived: boolean
}

/** The fields of a conversation that its owner changes. */
export type ConversationChange = Partial<
  Pick<ConversationSummary, 'title' | 'archived' | 'projectId' | 'pinned' | 'tags' | 'unread'>
>

export type BulkAction = (typeof CONVERSATION_ACTIONS)[number]

/** Entries per page: more than fit on a tall screen. */
const PAGE_LENGTH = 40
/** Pinned conversations that stand above the others. */
const PINNED_LENGTH = 100
/** Things of a project that are listed, and read at once. */
const ITEMS_LENGTH = 200

/** Requests the conversations that a wish finds. */
const listPage = (
  api: Api,
  { q, archived, days, isPinned, ...filter }: Wish,
  query: { cursor?: string; limit: number; pinned?: 'true' | 'false' },
  signal: AbortSignal,
): Promise<ConversationListPage> =>
  api.json<typeof listConversations>('GET', '/conversations', {
    query: {
      ...(q !== '' && { q }),
      ...filter,
      ...(days !== undefined && { from: new Date(Date.now() - days * DAY_MS).toISOString() }),
      archived: archived ? 'true' : 'false',
      ...(isPinned && { pinned: 'true' as const }),
      ...query,
    },
    signal,
  })

/** Returns a member's projects on the server, and the models that they can name. */
function serverProjects(api: Api) {
  return {
    async projects(signal: AbortSignal): Promise<readonly Project[]> {
      return (await api.json<typeof listProjects>('GET', '/projects', { signal })).items
    },
    models: async (signal: AbortSignal): Promise<readonly Pick<OfferedModel, 'id' | 'name'>[]> => {
      const { items } = await api.json<typeof listOfferedModels>('GET', '/models', { signal })
      return items.filter(({ locked }) => locked === null)
    },
    createProject: (name: string) => api.json<typeof createProject>('POST', '/projects', { body: { name } }),
    changeProject: (
      id: string,
      body: Partial<Pick<Project, 'name' | 'instructions' | 'agentId' | 'model'>>,
    ) => api.json<typeof patchProject>('PATCH', '/projects/{id}', { params: { id }, body }),
    /** Returns the newest things in a project that are no conversations. */
    async projectItems(id: string, signal: AbortSignal): Promise<readonly ProjectItem[]> {
      const items: ProjectItem[] = []
      let cursor: string | undefined
      do {
        const page: EndpointResponse<typeof listProjectItems> = await api.json<typeof listProjectItems>(
          'GET',
          '/projects/{id}/items',
          { params: { id }, query: { limit: ITEMS_LENGTH, ...(cursor !== undefined && { cursor }) }, signal },
        )
        items.push(...page.items.filter(({ kind }) => kind !== 'conversation'))
        cursor = page.nextCursor ?? undefined
      } while (cursor !== undefined && items.length < ITEMS_LENGTH)
      return items
    },
    takeOutOfProject: (id: string, { kind, ref }: Pick<ProjectItem, 'kind' | 'ref'>) =>
      api.send<typeof deleteProjectItem>('DELETE', '/projects/{id}/items/{kind}/{ref}', {
        params: { id, kind, ref },
      }),
    removeProject: (id: string) =>
      api.json<typeof deleteProject>('DELETE', '/projects/{id}', { params: { id } }),
    restoreProject: (id: string) =>
      api.json<typeof restoreProject>('POST', '/projects/{id}/restore', { params: { id } }),
  }
}

/** Returns a member's conversations and projects on the server. */
export function serverHistory(api: Api) {
  return {
    ...serverProjects(api),
    /** Returns a page; without a search the first one begins with what is pinned. */
    async list(wish: Wish, cursor: string | undefined, signal: AbortSignal): Promise<ConversationListPage> {
      const page = { ...(cursor !== undefined && { cursor }), limit: PAGE_LENGTH }
      if (wish.q !== '' || wish.archived || wish.isPinned) return listPage(api, wish, page, signal)
      const [pinned, others] = await Promise.all([
        cursor === undefined
          ? listPage(api, wish, { pinned: 'true', limit: PINNED_LENGTH }, signal)
          : undefined,
        listPage(api, wish, { ...page, pinned: 'false' }, signal),
      ])
      return { items: [...(pinned?.items ?? []), ...others.items], nextCursor: others.nextCursor }
    },
    change: (id: string, body: ConversationChange) =>
      api.json<typeof patchConversation>('PATCH', '/conversations/{id}', {
        params: { id },
        body: { ...body, ...(body.tags && { tags: [...body.tags] }) },
      }),
    async bulk(ids: readonly string[], action: BulkAction): Promise<{ readonly changed: number }> {
      let changed = 0
      for (let start = 0; start < ids.length; start += CONVERSATIONS_AT_ONCE) {
        const part = await api.json<typeof changeConversations>('POST', '/conversations/bulk', {
          body: { ids: ids.slice(start, start + CONVERSATIONS_AT_ONCE), action },
        })
        changed += part.changed
      }
      return { changed }
    },
    remove: (id: string) =>
      api.json<typeof deleteConversation>('DELETE', '/conversations/{id}', { params: { id } }),
    restore: (id: string) =>
      api.json<typeof restoreConversation>('POST', '/conversations/{id}/restore', { params: { id } }),
    async export(id: string, format: 'markdown' | 'json'): Promise<Response> {
      return api.send<typeof exportConversation>('GET', '/conversations/{id}/export', {
        params: { id },
        query: { format },
      })
    },
    async tags(signal: AbortSignal): Promise<readonly string[]> {
      const { items } = await api.json<typeof listConversationTags>('GET', '/conversations/tags', { signal })
      return items.map(({ tag }) => tag)
    },
    /** Returns the ids of conversations that anyone can read by a link. */
    async linked(signal: AbortSignal): Promise<ReadonlySet<string>> {
      const { items } = await api.json<typeof listLinks>('GET', '/links', { signal })
      return new Set(items.filter(({ kind }) => kind === 'conversation').map(({ ref }) => ref))
    },
  }
}

export type ServerHistory = ReturnType<typeof serverHistory>

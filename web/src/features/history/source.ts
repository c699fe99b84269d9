import type { ConversationSummary } from '@vee/contract/entities/conversation'
import type {
  deleteConversation,
  exportConversation,
  listConversations,
  patchConversation,
  restoreConversation,
} from '@vee/contract/http/conversations'
import type { Api } from '#lib/http/index.ts'

export interface ConversationListPage {
  readonly items: readonly ConversationSummary[]
  readonly nextCursor: string | null
}

export interface Wish {
  readonly q: string
  readonly archived: boolean
}

/** Entries per page: more than fit on a tall screen. */
const PAGE_LENGTH = 40

/** Returns a member's conversations on the server. */
export function serverHistory(api: Api) {
  return {
    list: (
      { q, archived }: Wish,
      cursor: string | undefined,
      signal: AbortSignal,
    ): Promise<ConversationListPage> =>
      api.json<typeof listConversations>('GET', '/conversations', {
        query: {
          ...(q !== '' && { q }),
          archived: archived ? 'true' : 'false',
          ...(cursor !== undefined && { cursor }),
          limit: PAGE_LENGTH,
        },
        signal,
      }),
    change: (id: string, body: { title?: string; archived?: boolean }) =>
      api.json<typeof patchConversation>('PATCH', '/conversations/{id}', { params: { id }, body }),
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
  }
}

export type ServerHistory = ReturnType<typeof serverHistory>

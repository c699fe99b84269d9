import type { getConversation, patchConversation } from '@vee/contract/http/conversations'
import type { listProjects } from '@vee/contract/http/projects'
import { foldForSearch } from '@vee/contract/text/search-fold'
import type { Chat } from '#features/chat/index.ts'
import type { OrganizingEnd } from '#features/voice/spoken-commands/execute-command.ts'
import type { Interface } from '../shell/services/interface-state.ts'
import { readToken } from '#lib/http/auth-token.ts'
import { ApiError } from '#lib/http/index.ts'

type OrganizingWish = { readonly pin: true } | { readonly projectName: string }

const normalized = (name: string) => foldForSearch(name).replaceAll(/[^\p{L}\p{N}]+/gu, '')

/** Pins the open conversation, or puts it into the project with a spoken name. Never rejects. */
export async function organizeConversation(chat: Chat, wish: OrganizingWish): Promise<OrganizingEnd> {
  if (readToken() === undefined) return 'signed-out'
  try {
    const body = 'pin' in wish ? { pinned: true } : { projectId: await projectIdOf(chat, wish.projectName) }
    if ('projectId' in body && body.projectId === undefined) return 'unknown'
    await chat.api.json<typeof patchConversation>('PATCH', '/conversations/{id}', {
      params: { id: chat.state.getState().conversationId },
      body,
    })
    return 'done'
  } catch (error) {
    // Nothing was said yet, or the conversation stays in the browser.
    return error instanceof ApiError && error.status === 404 ? 'unknown' : 'failed'
  }
}

async function projectIdOf({ api }: Chat, name: string): Promise<string | undefined> {
  const { items } = await api.json<typeof listProjects>('GET', '/projects')
  const wanted = normalized(name)
  return items.find((project) => normalized(project.name) === wanted)?.id
}

/** Opens the links of the open conversation, with one for this number of days prepared. Returns false if the server does not store it. */
export async function shareConversation(
  chat: Chat,
  { page }: { readonly page: Pick<Interface, 'openModal'> },
  days: number,
): Promise<boolean> {
  const { conversationId: id } = chat.state.getState()
  if (readToken() === undefined) return false
  try {
    const { title } = await chat.api.json<typeof getConversation>('GET', '/conversations/{id}', {
      params: { id },
      query: { limit: 1 },
    })
    page.openModal({ id: 'share-link', conversation: { id, title, days } })
    return true
  } catch {
    return false
  }
}

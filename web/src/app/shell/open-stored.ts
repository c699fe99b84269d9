import { type AgentId, resolveAgentId } from '@vee/contract/entities/agent-ids'
import type { getConversation } from '@vee/contract/http/conversations'
import type { Chat } from '#features/chat/index.ts'
import { seekMessage } from '#features/chat/conversation/sought-message.ts'
import { openConversation } from '#features/chat/store/older-messages.ts'
import { openAside } from '#features/chat/store/set-aside.ts'
import { readToken } from '#lib/http/auth-token.ts'
import type { StoredPlace } from '#features/chat/open-beside.ts'
import { type Runtime, switchAgent } from '../runtime.ts'
import { requestRecord } from '../screens/talk/pending-record.ts'

interface StoredItem extends StoredPlace {
  /** of the conversation, if it is known */
  readonly agentId?: string | undefined
}

/**
 * Opens a conversation at a message, or a meeting at a second. What is open already is not loaded, of another version only the path
 * changes; a visitor's conversations are in this tab. Rejects if it could not be loaded.
 */
export async function openStored(
  { api, talkWith }: Pick<Runtime, 'api' | 'talkWith'>,
  { kind, id, place, agentId: wantedAgent }: StoredItem,
): Promise<void> {
  if (kind === 'meeting') {
    switchAgent('meeting_summarizer')
    requestRecord('meeting_summarizer', id, place?.fromMs === undefined ? undefined : place.fromMs / 1_000)
    return
  }
  const openAgent = resolveAgentId(wantedAgent ?? '')
  const messageId = place?.messageId
  if (openAgent !== undefined && messageId !== undefined) {
    const { chat } = talkWith(openAgent)
    if (isLoaded(chat, id, messageId)) {
      await showVersion(chat, id, messageId)
      seekMessage(id, messageId)
      switchAgent(openAgent)
      return
    }
  }
  if (readToken() === undefined && openAgent !== undefined) {
    if (messageId !== undefined) seekMessage(id, messageId)
    const { chat } = talkWith(openAgent)
    if (!openAside(chat, id)) return
    if (messageId !== undefined) await showVersion(chat, id, messageId)
    switchAgent(openAgent)
    return
  }
  const agentId = openAgent ?? (await agentOf(api, id))
  if (agentId === undefined) return
  if (messageId !== undefined) seekMessage(id, messageId)
  const { chat } = talkWith(agentId)
  if (messageId !== undefined && !isShown(chat, id, messageId)) {
    const { openAtMessage } = await import('#features/chat/versions/branch-actions.ts')
    await openAtMessage(chat, id, messageId)
  } else if (chat.state.getState().conversationId !== id) await openConversation(chat, id)
  switchAgent(agentId)
}

/** Shows the version in which a loaded message stands, unless it is shown. */
async function showVersion(chat: Chat, id: string, messageId: string): Promise<void> {
  if (isShown(chat, id, messageId) || !isLoaded(chat, id, messageId)) return
  const { showMessage } = await import('#features/chat/versions/branch-actions.ts')
  await showMessage(chat, messageId)
}

/** Whether a message of the open conversation is in this tab, in any of its versions. */
function isLoaded(chat: Chat, id: string, messageId: string): boolean {
  const { conversationId, messages, branchMessages } = chat.state.getState()
  return conversationId === id && [...messages, ...branchMessages].some((message) => message.id === messageId)
}

async function agentOf(api: Runtime['api'], id: string): Promise<AgentId | undefined> {
  const conversation = await api.json<typeof getConversation>('GET', '/conversations/{id}', {
    params: { id },
    query: { limit: 1 },
  })
  return resolveAgentId(conversation.agentId)
}

function isShown(chat: Chat, id: string, messageId: string): boolean {
  const { conversationId, messages } = chat.state.getState()
  return conversationId === id && messages.some((message) => message.id === messageId)
}

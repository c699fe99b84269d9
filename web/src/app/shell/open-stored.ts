import { resolveAgentId } from '@vee/contract/entities/agent-ids'
import type { getConversation } from '@vee/contract/http/conversations'
import type { Chat } from '#features/chat/index.ts'
import { seekMessage } from '#features/chat/conversation/sought-message.ts'
import { openConversation } from '#features/chat/store/older-messages.ts'
import type { StoredPlace } from '#features/chat/open-beside.ts'
import { type Runtime, switchAgent } from '../runtime.ts'
import { requestRecord } from '../screens/talk/pending-record.ts'

/** Opens a conversation at a message, or a meeting at a second. Rejects if it could not be loaded. */
export async function openStored(
  { api, talkWith }: Pick<Runtime, 'api' | 'talkWith'>,
  { kind, id, place }: StoredPlace,
): Promise<void> {
  if (kind === 'meeting') {
    switchAgent('meeting_summarizer')
    requestRecord('meeting_summarizer', id, place?.fromMs === undefined ? undefined : place.fromMs / 1_000)
    return
  }
  const conversation = await api.json<typeof getConversation>('GET', '/conversations/{id}', {
    params: { id },
    query: { limit: 1 },
  })
  const agentId = resolveAgentId(conversation.agentId)
  if (agentId === undefined) return
  if (place?.messageId !== undefined) seekMessage(id, place.messageId)
  const { chat } = talkWith(agentId)
  if (place?.messageId !== undefined && !isShown(chat, id, place.messageId)) {
    const { openAtMessage } = await import('#features/chat/versions/branch-actions.ts')
    await openAtMessage(chat, id, place.messageId)
  } else if (chat.state.getState().conversationId !== id) await openConversation(chat, id)
  switchAgent(agentId)
}

function isShown(chat: Chat, id: string, messageId: string): boolean {
  const { conversationId, messages } = chat.state.getState()
  return conversationId === id && messages.some((message) => message.id === messageId)
}

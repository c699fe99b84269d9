import type { ConversationSummary } from '@vee/contract/entities/conversation'
import { storedConversations } from '#features/chat/store/tab-conversations.ts'
import { isSessionExpired } from '#lib/storage/tab-session.ts'

/** Returns the conversations of this tab for the list: newest first. */
export function browserHistory(): readonly ConversationSummary[] {
  if (isSessionExpired()) return []
  return storedConversations()
    .map(({ id, agentId, messages }) => ({
      id,
      agentId,
      title: titleOf(messages.find(({ role }) => role === 'user')?.content ?? ''),
      createdAt: messages[0]?.timestamp ?? '',
      updatedAt: messages.at(-1)?.timestamp ?? '',
      messageCount: messages.length,
      archived: false,
    }))
    .toSorted((one, other) => other.updatedAt.localeCompare(one.updatedAt))
}

const titleOf = (text: string) => text.replaceAll(/\s+/g, ' ').trim().slice(0, 80)

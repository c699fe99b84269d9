import { useMemo } from 'react'
import { storedConversations } from '#features/chat/store/tab-conversations.ts'
import type { Api } from '#lib/http/index.ts'
import { isSessionExpired } from '#lib/storage/tab-session.ts'
import {
  type VisitorConversation,
  browserSearch,
  memberSearch,
  type SearchPassages,
} from '#passages/index.ts'
import { firstQuestionOf } from '../chat/first-question.ts'

/** Returns the search in everything that the user has stored: on the server for members, in this browser for others. */
export const useStoredSearch = (api: Api, isMember: boolean | undefined): SearchPassages | undefined =>
  useMemo(() => {
    if (isMember === undefined) return undefined
    return isMember ? memberSearch(api) : browserSearch(conversationsOfTab)
  }, [api, isMember])

/** Returns the conversations in this tab with the messages of all their versions. */
function conversationsOfTab(): readonly VisitorConversation[] {
  if (isSessionExpired()) return []
  return storedConversations().map(({ id, agentId, messages }) => {
    const length = messages.reduce((sum, { content }) => sum + content.length, 0)
    return {
      id,
      agentId,
      title: firstQuestionOf(messages),
      stamp: `${messages.at(-1)?.id} ${messages.length} ${length}`,
      messages: messages.map(({ id: messageId, content, timestamp }) => ({
        id: messageId,
        content,
        timestamp,
      })),
    }
  })
}

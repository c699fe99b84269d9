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

/** Returns the shown messages of the conversations in this tab: what stands in another version cannot be opened. */
function conversationsOfTab(): readonly VisitorConversation[] {
  if (isSessionExpired()) return []
  return storedConversations().map(({ id, agentId, leafId, messages }) => {
    const byId = new Map(messages.map((message) => [message.id, message]))
    const path: VisitorConversation['messages'][number][] = []
    for (let message = byId.get(leafId); message; message = byId.get(message.parentId ?? ''))
      path.push(message)
    const length = path.reduce((sum, { content }) => sum + content.length, 0)
    return {
      id,
      agentId,
      title: firstQuestionOf(messages),
      stamp: `${leafId} ${path.length} ${length}`,
      messages: path.toReversed().map(({ id: messageId, content, timestamp }) => ({
        id: messageId,
        content,
        timestamp,
      })),
    }
  })
}

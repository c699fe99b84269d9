import { deleteConversation } from '@vee/contract/http/conversations'
import type { Conversations } from '#domain/conversations/index.ts'
import { empty, route } from '../route.ts'

export const deleteConversationRoute = (conversations: Conversations) =>
  route(deleteConversation, async ({ params: { id }, caller }) => {
    await conversations.delete(id, caller)
    return empty()
  })

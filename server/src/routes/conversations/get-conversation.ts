import { getConversation } from '@vee/contract/http/conversations'
import type { Conversations } from '#domain/conversations/index.ts'
import { json, route } from '../route.ts'

export const getConversationRoute = (conversations: Conversations) =>
  route(getConversation, async ({ params: { id }, query, caller }) =>
    json(await conversations.get(id, query, caller)),
  )

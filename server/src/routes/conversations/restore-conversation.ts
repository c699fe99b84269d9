import { restoreConversation } from '@vee/contract/http/conversations'
import type { Conversations } from '#domain/conversations/index.ts'
import { json, route } from '../route.ts'

export const restoreConversationRoute = (conversations: Conversations) =>
  route(restoreConversation, async ({ params: { id }, caller }) =>
    json(await conversations.restore(id, caller)),
  )

import { patchConversation } from '@vee/contract/http/conversations'
import type { Conversations } from '#domain/conversations/index.ts'
import { json, route } from '../route.ts'

export const patchConversationRoute = (conversations: Conversations) =>
  route(patchConversation, async ({ params: { id }, body, caller }) =>
    json(await conversations.change(id, body, caller)),
  )

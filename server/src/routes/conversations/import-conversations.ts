import { importConversations } from '@vee/contract/http/conversations'
import type { Conversations } from '#domain/conversations/index.ts'
import { json, route } from '../route.ts'

export const importConversationsRoute = (conversations: Conversations) =>
  route(importConversations, async ({ body, caller }) =>
    json({ addedMessages: await conversations.import(body.conversations, caller) }),
  )

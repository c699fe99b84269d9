import { listConversations } from '@vee/contract/http/conversations'
import type { Conversations } from '#domain/conversations/index.ts'
import { json, route } from '../route.ts'

export const listConversationsRoute = (conversations: Conversations) =>
  route(listConversations, async ({ query: { archived, ...query }, caller }) =>
    json(
      await conversations.list(
        { ...query, archived: archived === undefined ? undefined : archived === 'true' },
        caller,
      ),
    ),
  )

import type { AgentCatalogue } from '#domain/agents/index.ts'
import type { Conversations } from '#domain/conversations/index.ts'
import type { Route } from '../route.ts'
import { deleteConversationRoute } from './delete-conversation.ts'
import { exportConversationRoute } from './export-conversation.ts'
import { getConversationRoute } from './get-conversation.ts'
import { importConversationsRoute } from './import-conversations.ts'
import { listConversationsRoute } from './list-conversations.ts'
import { patchConversationRoute } from './patch-conversation.ts'
import { restoreConversationRoute } from './restore-conversation.ts'

export const conversationRoutes = (
  conversations: Conversations,
  agents: AgentCatalogue,
): readonly Route[] => [
  listConversationsRoute(conversations),
  importConversationsRoute(conversations),
  getConversationRoute(conversations),
  patchConversationRoute(conversations),
  deleteConversationRoute(conversations),
  restoreConversationRoute(conversations),
  exportConversationRoute(conversations, agents),
]

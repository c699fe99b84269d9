import { exportConversation } from '@vee/contract/http/conversations'
import type { AgentCatalogue } from '#domain/agents/index.ts'
import type { Conversations } from '#domain/conversations/index.ts'
import { download, route } from '../route.ts'

export const exportConversationRoute = (conversations: Conversations, agents: AgentCatalogue) =>
  route(exportConversation, async ({ params: { id }, query: { format }, caller, locale }) => {
    const agentLabel = await agents.labels(caller, locale)
    const { fileName, contentType, text } = await conversations.export(
      id,
      { format, locale, agentLabel },
      caller,
    )
    return download(text, fileName, contentType)
  })

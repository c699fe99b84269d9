import {
  deleteConversation,
  exportConversation,
  getConversation,
  importConversations,
  listConversations,
  patchConversation,
  putShownVersion,
  restoreConversation,
} from '@vee/contract/http/conversations'
import type { AgentCatalogue } from '#domain/agents/catalogue/index.ts'
import type { Conversations } from '#domain/conversations/index.ts'
import { download, empty, json, route, type Route } from '#serving/route.ts'

export const conversationRoutes = (
  conversations: Conversations,
  agents: AgentCatalogue,
): readonly Route[] => [
  route(listConversations, async ({ query: { archived, ...query }, caller }) =>
    json(
      await conversations.list(
        { ...query, archived: archived === undefined ? undefined : archived === 'true' },
        caller,
      ),
    ),
  ),
  route(importConversations, async ({ body, caller }) => json(await conversations.import(body, caller))),
  route(getConversation, async ({ params: { id }, query, caller }) =>
    json(await conversations.get(id, query, caller)),
  ),
  route(patchConversation, async ({ params: { id }, body, caller }) =>
    json(await conversations.change(id, body, caller)),
  ),
  route(deleteConversation, async ({ params: { id }, caller }) => {
    await conversations.delete(id, caller)
    return empty()
  }),
  route(restoreConversation, async ({ params: { id }, caller }) =>
    json(await conversations.restore(id, caller)),
  ),
  route(putShownVersion, async ({ params: { id, replyId }, caller }) => {
    await conversations.showVersion(id, replyId, caller)
    return empty()
  }),
  route(exportConversation, async ({ params: { id }, query: { format }, caller, locale }) => {
    const agentLabel = await agents.labels(caller, locale)
    const { fileName, contentType, text } = await conversations.export(
      id,
      { format, locale, agentLabel },
      caller,
    )
    return download(text, fileName, contentType)
  }),
]

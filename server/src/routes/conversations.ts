import {
  deleteConversation,
  deleteMessage,
  exportConversation,
  forkConversation,
  getConversation,
  importConversations,
  listConversations,
  patchConversation,
  putLeaf,
  putShownVersion,
  restoreConversation,
  restoreMessage,
} from '@vee/contract/http/conversations'
import type { AgentCatalogue } from '#domain/agents/catalogue/index.ts'
import { beginImport, listImports, undoImport } from '@vee/contract/http/imports'
import type { Conversations, Imports } from '#domain/conversations/index.ts'
import { download, empty, json, created, route, type Route } from '#serving/route.ts'

export const conversationRoutes = (
  conversations: Conversations,
  imports: Imports,
  agents: AgentCatalogue,
): readonly Route[] => [
  route(listImports, async ({ caller }) => json({ items: await imports.list(caller) })),
  route(beginImport, async ({ body, caller }) => {
    const archive = await imports.begin(body, caller)
    return created(archive, `/api/imports/${archive.id}`)
  }),
  route(undoImport, async ({ params: { id }, caller }) => {
    await imports.undo(id, caller)
    return empty()
  }),
  route(listConversations, async ({ query: { archived, ...query }, caller }) =>
    json(
      await conversations.list(
        { ...query, archived: archived === undefined ? undefined : archived === 'true' },
        caller,
      ),
    ),
  ),
  route(importConversations, async ({ body, caller }) => json(await conversations.import(body, caller))),
  route(getConversation, async ({ params: { id }, query: { tree, ...query }, caller }) =>
    json(await conversations.get(id, { ...query, isTree: tree === '1' }, caller)),
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
    await conversations.showMessage(id, replyId, caller, { continues: true })
    return empty()
  }),
  route(putLeaf, async ({ params: { id }, body: { messageId, continues }, caller }) =>
    json(await conversations.showMessage(id, messageId, caller, { continues })),
  ),
  route(forkConversation, async ({ params: { id }, body: { messageId }, caller }) => {
    const fork = await conversations.fork(id, messageId, caller)
    return created(fork, `/api/conversations/${fork.id}`)
  }),
  route(deleteMessage, async ({ params: { id, messageId }, query: { following }, caller }) => {
    await conversations.deleteMessage(id, messageId, caller, { following: following === 'true' })
    return empty()
  }),
  route(restoreMessage, async ({ params: { id, messageId }, caller }) =>
    json(await conversations.restoreMessage(id, messageId, caller)),
  ),
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

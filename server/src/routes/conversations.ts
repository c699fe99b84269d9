import {
  changeConversations,
  listConversationTags,
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
import {
  createProject,
  deleteProject,
  deleteProjectItem,
  getProject,
  listProjectItems,
  listProjects,
  patchProject,
  putProjectItem,
  restoreProject,
} from '@vee/contract/http/projects'
import { beginImport, findImported, listImports, undoImport } from '@vee/contract/http/imports'
import type { Conversations, Imports, Projects } from '#domain/conversations/index.ts'
import { download, empty, json, created, route, type Route } from '#serving/route.ts'

interface ConversationServices {
  readonly conversations: Conversations
  readonly projects: Projects
  readonly imports: Imports
  readonly agents: AgentCatalogue
}

export const conversationRoutes = ({
  conversations,
  projects,
  imports,
  agents,
}: ConversationServices): readonly Route[] => [
  ...projectRoutes(projects),
  ...importRoutes(imports),
  route(listConversations, async ({ query: { archived, pinned, ...query }, caller }) =>
    json(
      await conversations.list(
        {
          ...query,
          archived: archived === undefined ? undefined : archived === 'true',
          pinned: pinned === undefined ? undefined : pinned === 'true',
        },
        caller,
      ),
    ),
  ),
  route(importConversations, async ({ body, caller }) => json(await conversations.import(body, caller))),
  route(changeConversations, async ({ body: { ids, action }, caller }) =>
    json({ changed: await conversations.changeSeveral(ids, action, caller) }),
  ),
  route(listConversationTags, async ({ caller }) => json({ items: await conversations.tags(caller) })),
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

const projectRoutes = (projects: Projects): readonly Route[] => [
  route(listProjects, async ({ caller }) =>
    json({ items: [...(await projects.list(caller))], nextCursor: null }),
  ),
  route(createProject, async ({ body: { organizationId, ...fields }, caller }) => {
    const project = await projects.create(fields, organizationId, caller)
    return created(project, `/api/projects/${project.id}`)
  }),
  route(getProject, async ({ params: { id }, caller }) => json(await projects.get(id, caller))),
  route(patchProject, async ({ params: { id }, body, caller }) =>
    json(await projects.change(id, body, caller)),
  ),
  route(deleteProject, async ({ params: { id }, caller }) => {
    await projects.delete(id, caller)
    return empty()
  }),
  route(restoreProject, async ({ params: { id }, caller }) => json(await projects.restore(id, caller))),
  route(listProjectItems, async ({ params: { id }, query, caller }) =>
    json(await projects.items(id, query, caller)),
  ),
  route(putProjectItem, async ({ params: { id, ...item }, caller }) => {
    await projects.addItem(id, item, caller)
    return empty()
  }),
  route(deleteProjectItem, async ({ params: { id, ...item }, caller }) => {
    await projects.removeItem(id, item, caller)
    return empty()
  }),
]

const importRoutes = (imports: Imports): readonly Route[] => [
  route(listImports, async ({ caller }) => json({ items: await imports.list(caller) })),
  route(beginImport, async ({ body, caller }) => {
    const archive = await imports.begin(body, caller)
    return created(archive, `/api/imports/${archive.id}`)
  }),
  route(findImported, async ({ body, caller }) =>
    json({ sourceIds: [...(await imports.known(body.sourceIds, caller))] }),
  ),
  route(undoImport, async ({ params: { id }, caller }) => {
    await imports.undo(id, caller)
    return empty()
  }),
]

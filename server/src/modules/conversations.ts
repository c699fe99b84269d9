import type { AgentCatalogue } from '#domain/agents/catalogue/index.ts'
import type { VisitorFiles } from '#domain/attachments/index.ts'
import {
  createConversations,
  createConversationWriter,
  createImports,
  type Conversations,
  type ConversationWriter,
} from '#domain/conversations/index.ts'
import type { Sources } from '#domain/sources/index.ts'
import { conversationRoutes } from '../routes/conversations.ts'
import type { Module, ModuleContext } from './module.ts'
import { PURGE_MS } from './periods.ts'

interface ConversationServices {
  readonly conversations: Conversations
  readonly conversationWriter: ConversationWriter
}

/** Creates members' stored conversations. */
export function createConversationsModule(
  { settings, database, log, now }: ModuleContext,
  {
    agents,
    visitorFiles,
    sources,
  }: {
    readonly agents: AgentCatalogue
    readonly visitorFiles: VisitorFiles
    readonly sources: Sources
  },
): Module<ConversationServices> {
  const limits = settings.contentLimits
  const conversations = createConversations({ database, now, limits, visitorFiles, sources })
  const conversationWriter = createConversationWriter({
    database,
    now,
    limits,
    onFailure: (failure) => log.error({ err: failure }, 'reply could not be kept'),
  })
  return {
    services: { conversations, conversationWriter },
    routes: conversationRoutes(conversations, createImports(database, now), agents),
    jobs: [
      {
        name: 'purge-conversations',
        everyMs: PURGE_MS,
        runsOn: 'one-server',
        deletesByAge: true,
        run: () => conversations.purge(),
      },
    ],
  }
}

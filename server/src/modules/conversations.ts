import type { AgentCatalogue } from '#domain/agents/catalogue/index.ts'
import type { VisitorFiles } from '#domain/attachments/index.ts'
import {
  createConversations,
  createConversationWriter,
  createImports,
  createProjects,
  type Conversations,
  type ConversationWriter,
  type Projects,
  type ReplyStored,
} from '#domain/conversations/index.ts'
import type { Sources } from '#domain/sources/index.ts'
import { conversationRoutes } from '../routes/conversations.ts'
import type { Module, ModuleContext } from './module.ts'
import { PURGE_MS } from './periods.ts'

interface ConversationServices {
  readonly conversations: Conversations
  readonly conversationWriter: ConversationWriter
  readonly projects: Projects
  /** Sets what is called with each complete reply that was stored. */
  readonly onReplyStored: (listener: (reply: ReplyStored) => void) => void
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
  const quota = settings.contentQuota
  const conversations = createConversations({ database, now, quota, visitorFiles, sources })
  let notify: ((reply: ReplyStored) => void) | undefined
  const conversationWriter = createConversationWriter({
    onReplyStored: (reply) => notify?.(reply),
    database,
    now,
    quota,
    onFailure: (failure) => log.error({ err: failure }, 'reply could not be kept'),
  })
  const projects = createProjects({ database, now })
  return {
    services: {
      conversations,
      conversationWriter,
      projects,
      onReplyStored: (listener) => {
        notify = listener
      },
    },
    routes: conversationRoutes({ conversations, projects, imports: createImports(database, now), agents }),
    jobs: [
      {
        name: 'purge-conversations',
        everyMs: PURGE_MS,
        runsOn: 'one-server',
        deletesByAge: true,
        async run() {
          await conversations.purge()
          await projects.purge()
        },
      },
    ],
  }
}

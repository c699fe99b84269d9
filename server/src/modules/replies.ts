import { createReplyStore } from '#adapters/database/replies.ts'
import type { ServerIdentity } from '#adapters/server-identity.ts'
import type { Accounts } from '#domain/accounts/index.ts'
import type { AgentCatalogue } from '#domain/agents/catalogue/index.ts'
import type { ReplyAttachments } from '#domain/attachments/index.ts'
import {
  type ConversationWriter,
  createOutsideTextMarks,
  createParticipants,
  createUnreadMarks,
  type Projects,
} from '#domain/conversations/index.ts'
import type { Ledger } from '#domain/money/ledger/index.ts'
import type { CallerRateLimits } from '#domain/money/caller-limits/index.ts'
import { createCompletions } from '#domain/openai/index.ts'
import type { OrganizationModels } from '#domain/model-endpoints/index.ts'
import type { Personas } from '#domain/agents/personas/index.ts'
import {
  createBackgroundReplies,
  createReplies,
  createLiveModelAgents,
  type Replies,
  type ReplyRelay,
  type LiveModelAgents,
  type TokenCounter,
} from '#domain/replies/index.ts'
import type { Sources } from '#domain/sources/index.ts'
import type { Toolbox } from '#domain/tools/index.ts'
import type { OwnKeyModels } from '#providers/llm/own-key-models.ts'
import type { LlmRegistry } from '#providers/llm/registry.ts'
import { observedModels } from '../observe/observed-uses.ts'
import type { StageObserver } from '../observe/stages.ts'
import { chatRoutes } from '../routes/chat.ts'
import { openaiRoutes } from '../routes/openai.ts'
import type { Module, ModuleContext } from './module.ts'

interface ReplyDependencies {
  readonly agents: AgentCatalogue
  readonly models: LlmRegistry
  readonly organizationModels: OrganizationModels
  readonly ownKeyModels: OwnKeyModels
  readonly personas: Personas
  readonly ledger: Ledger
  readonly limits: CallerRateLimits
  readonly conversationWriter: ConversationWriter
  readonly projects: Projects
  readonly replyAttachments: ReplyAttachments
  readonly toolbox: Toolbox
  readonly sources: Sources
  readonly tokens: TokenCounter
  readonly replyRelay: ReplyRelay
  readonly accounts: Accounts
  readonly serverIdentity: ServerIdentity
  /** is notified of the stages of turns */
  readonly observer: StageObserver | undefined
}

/** Interval in which replies of servers that ended are taken up, in ms. */
const TAKE_UP_EVERY_MS = 5_000
const PURGE_EVERY_MS = 86_400_000

/** Creates replies: the app's own endpoints and OpenAI's. */
export async function createRepliesModule(
  { settings, database, log, now }: ModuleContext,
  dependencies: ReplyDependencies,
): Promise<Module<{ readonly replies: Replies; readonly liveModelAgents: LiveModelAgents }>> {
  const { agents, models, personas, ledger, limits, toolbox, tokens, observer } = dependencies
  const outsideTextMarks = createOutsideTextMarks(database)
  const unreadMarks = createUnreadMarks(database)
  const replies = createReplies({
    agents,
    models: observer ? observedModels(models, observer) : models,
    organizationModels: dependencies.organizationModels,
    ownModels: dependencies.ownKeyModels,
    hostModels: [settings.modelPrimary, settings.modelSecondary],
    personas,
    ledger,
    conversations: dependencies.conversationWriter,
    projects: dependencies.projects,
    attachments: dependencies.replyAttachments,
    toolbox,
    sources: dependencies.sources,
    tokens,
    replyCount: limits,
    now,
    store: createReplyStore(database),
    onFailure: (failure) => log.error({ err: failure }, 'reply failed'),
    relay: dependencies.replyRelay,
    participants: createParticipants(database),
    outsideTextMarks,
    unreadMarks,
  })
  await replies.restore()
  const backgroundReplies = createBackgroundReplies({
    database,
    replies,
    agents,
    accounts: dependencies.accounts,
    ledger,
    unreadMarks,
    serverIdentity: dependencies.serverIdentity,
    now,
  })
  return {
    services: {
      replies,
      liveModelAgents: createLiveModelAgents({
        agents,
        personas,
        toolbox,
        outsideTextMarks,
        projects: dependencies.projects,
        sources: dependencies.sources,
        now,
      }),
    },
    routes: [
      ...chatRoutes(replies, backgroundReplies),
      ...openaiRoutes(createCompletions(replies, now), agents),
    ],
    jobs: [
      {
        name: 'take-up-replies',
        everyMs: TAKE_UP_EVERY_MS,
        // Only a server on the same machine knows whether a process has ended.
        runsOn: 'every-server',
        run: () => backgroundReplies.takeUp(),
      },
      {
        name: 'purge-background-replies',
        everyMs: PURGE_EVERY_MS,
        runsOn: 'one-server',
        deletesByAge: true,
        run: () => backgroundReplies.purge(),
      },
    ],
    async drain() {
      backgroundReplies.prepareClose()
      await replies.close()
      await backgroundReplies.close()
    },
  }
}

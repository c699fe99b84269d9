import type { Server } from 'node:http'
import type { FastifyInstance } from 'fastify'
import type { Database } from '#db/schema.ts'
import type { ResolveTxt } from '#domain/provisioning/index.ts'
import { identifyServer } from './adapters/server-identity.ts'
import { createHttpServer, type LogStream } from './serving/http-server.ts'
import { createLogDestination } from './observe/log-destination.ts'
import { serve } from './serving/serve.ts'
import { createAccountsModule } from './modules/accounts.ts'
import { createAgentsModule } from './modules/agents.ts'
import { createAttachmentsModule } from './modules/attachments.ts'
import { createBillingModule } from './modules/billing.ts'
import { createClusterModule } from './modules/cluster.ts'
import { createConversationsModule } from './modules/conversations.ts'
import { createHostModule } from './modules/host.ts'

import { createLedgerModule } from './modules/ledger.ts'
import { createRateLimitsModule } from './modules/rate-limits.ts'
import { createMeetingsModule } from './modules/meetings.ts'
import { createModelsModule } from './modules/models.ts'
import { ModuleStack } from './modules/module.ts'
import { createObservabilityModule } from './modules/observability.ts'
import { createOrganizationsModule } from './modules/organizations.ts'
import { createPlansModule } from './modules/plans.ts'
import { createProfileModule } from './modules/profile.ts'
import { createRepliesModule } from './modules/replies.ts'
import { createSpeechModule } from './modules/speech.ts'
import { createSideQuestionsModule } from './modules/side-questions.ts'
import { createKnowledgeModule, createSourcesModule } from './modules/sources.ts'
import { createStorageModule } from './modules/storage.ts'
import { createSystemModule } from './modules/system.ts'
import { createToolsModule } from './modules/tools.ts'
import { inlineScriptsOf } from './serving/pages/static-web.ts'
import { databaseLeases } from './scheduler/database-leases.ts'
import type { PeriodicJob } from './scheduler/job.ts'
import type { ClockTrust } from './scheduler/clock-trust.ts'
import { type SetTimer, startScheduler } from './scheduler/scheduler.ts'
import type { ServerSettings } from './settings/settings.ts'

export interface AppOptions {
  readonly settings: ServerSettings
  readonly database: Database
  /** for shared access; undefined if it is disabled */
  readonly passphrase: string | undefined
  readonly webDirectory: string
  /** folders that are searched for programs, in the format of PATH */
  readonly searchPath: string
  /** resolves TXT records; default: the machine's own name servers */
  readonly resolveTxt?: ResolveTxt
  /** milliseconds since 1970 */
  readonly now: () => number
  /** destination of the log; default: standard output */
  readonly logStream?: LogStream
  /** returns jobs of the process, in addition to those of the modules */
  readonly processJobs?: (http: Server) => readonly PeriodicJob[]
  /** timers of the periodic jobs; default: those of the process */
  readonly setTimer?: SetTimer
  /** whether the time of day may decide what is too old to keep; default: by the machine's clock */
  readonly clock?: ClockTrust
}

export interface ServerApp {
  /** Resolves with the URL on which it listens. */
  listen(): Promise<string>
  /** Returns the available models and speech engines, one line each. */
  capabilities(): Promise<readonly string[]>
  /** Rejects new replies, waits for running ones up to a limit, then closes everything in reverse order. */
  stop(): Promise<void>
}

const STANDARD_OUTPUT = 1

/**
 * Builds the server from its parts: the only place where adapters are connected to the domain, and the domain
 * to routes. After a failure it closes what was opened before.
 */
export async function createApp(parts: AppOptions): Promise<ServerApp> {
  const inlineScripts = await inlineScriptsOf(parts.webDirectory)
  const logStream = parts.logStream ?? createLogDestination(STANDARD_OUTPUT)
  const server = createHttpServer(parts.settings, inlineScripts, logStream)
  const modules = new ModuleStack()
  try {
    return await composeApp({ ...parts, logStream }, server, modules)
  } catch (error) {
    await server.close()
    await modules.close()
    throw error
  }
}

async function composeApp(
  parts: AppOptions & { readonly logStream: LogStream },
  server: FastifyInstance,
  modules: ModuleStack,
): Promise<ServerApp> {
  const { settings, database, passphrase, searchPath, resolveTxt, webDirectory, now } = parts
  const context = { settings, database, log: server.log, now }
  const serverIdentity = identifyServer()
  let isStopping = false

  const { metrics, observer } = modules.add(await createObservabilityModule(context, server, parts.logStream))
  const { replyRelay, changeEventRelay, counters, outsideCounters, isCacheUp } = modules.add(
    await createClusterModule(context),
  )
  const storage = modules.add(await createStorageModule(context, metrics))
  const { plans } = modules.add(await createPlansModule(context))
  const { accounts, members, admins, mailer } = modules.add(
    createAccountsModule(context, { counters, passphrase }),
  )
  const { organizations } = modules.add(
    createOrganizationsModule(context, { counters, plans, admins, mailer, changeEventRelay, resolveTxt }),
  )
  const { limits, effectiveLimits, rateLimitOf } = modules.add(
    await createRateLimitsModule(context, { accounts, members, outsideCounters }),
  )
  const { ledger } = modules.add(
    await createLedgerModule(context, { limits, effectiveLimits, organizations, serverIdentity }),
  )
  const { agents, customAgents } = modules.add(createAgentsModule(context))
  const { attachments, replyAttachments, visitorFiles } = modules.add(
    createAttachmentsModule(context, storage),
  )
  const { sources } = modules.add(createSourcesModule(context))
  const { conversations, conversationWriter, projects, onReplyStored } = modules.add(
    createConversationsModule(context, { agents, visitorFiles, sources }),
  )
  const { models, organizationModels, ownKeyModels, builtinResponder, endpoints } = modules.add(
    await createModelsModule(context, { admins, changeEventRelay }),
  )
  const { knowledge, knowledgeBases } = modules.add(
    await createKnowledgeModule(context, {
      counters,
      sources,
      storage,
      ledger,
      admins,
      changeEventRelay,
    }),
  )
  const { personas, toolbox, memory, tokens, searchStatus } = modules.add(
    await createToolsModule(context, { agents, ledger, admins, changeEventRelay, knowledge }),
  )
  const { replies, liveModelAgents } = modules.add(
    await createRepliesModule(context, {
      agents,
      models,
      organizationModels,
      ownKeyModels,
      personas,
      ledger,
      limits,
      conversationWriter,
      projects,
      replyAttachments,
      toolbox,
      sources,
      tokens,
      replyRelay,
      accounts,
      serverIdentity,
      observer,
    }),
  )
  modules.add(
    createSideQuestionsModule(context, {
      attachments,
      conversations,
      memory,
      replies,
      counters,
      onReplyStored,
    }),
  )
  const { links, meetings, sound } = modules.add(
    createMeetingsModule(context, { replies, storage, conversations, counters }),
  )
  const { speech, socketTurns, realtime, speechProviders } = modules.add(
    createSpeechModule(context, {
      agents,
      ledger,
      limits,
      replies,
      liveModelAgents,
      conversationWriter,
      observer,
      endpoints,
      searchPath,
    }),
  )
  modules.add(
    createProfileModule(context, {
      members,
      conversations,
      organizations,
      knowledgeBases,
      customAgents,
      projects,
      attachments,
      meetings,
      sound,
      storage,
      counters,
    }),
  )
  const { hasPlans } = modules.add(createBillingModule(context, { accounts, plans }))
  modules.add(
    createHostModule(context, {
      admins,
      mailer,
      effectiveLimits,
      plans,
      organizations,
      passphrase,
      models,
      speechProviders,
      speech,
    }),
  )
  const { capabilities } = modules.add(
    createSystemModule(context, {
      models,
      builtinResponder,
      speech,
      metrics,
      isCacheUp,
      storageTrouble: storage.trouble,
      admins,
      hasPlans,
      searchStatus: () => ({
        providers: [...searchStatus()],
        vendors: models.providers.filter(({ vendorSearch }) => vendorSearch).map(({ name }) => name),
      }),
      isStopping: () => isStopping,
    }),
  )

  const { routes } = modules
  await serve(server, {
    settings,
    webDirectory,
    routes,
    accounts,
    socketTurns,
    realtime,
    previewOf: (token) => links.preview(token),
    rateLimitOf,
  })
  const scheduler = startScheduler([...modules.jobs, ...(parts.processJobs?.(server.server) ?? [])], {
    leases: databaseLeases(database, serverIdentity.name),
    observe: metrics.observeJob,
    setTimer: parts.setTimer,
    ...(parts.clock && { clock: parts.clock }),
  })

  return {
    listen: () => server.listen({ port: settings.port, host: settings.host }),
    capabilities,
    async stop() {
      isStopping = true
      await modules.drain()
      await scheduler.stop()
      await server.close()
      await modules.close()
    },
  }
}

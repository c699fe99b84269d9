import type { Server } from 'node:http'
import type { FastifyInstance } from 'fastify'
import { CALLS } from '@vee/contract/http/index'
import { createReplyStore } from '#db/queries/replies.ts'
import type { Database } from '#db/schema.ts'
import { createPersonas } from '#domain/personas/index.ts'
import { createCompletions } from '#domain/openai/index.ts'
import type { ResolveTxt } from '#domain/provisioning/index.ts'
import { createReplies } from '#domain/replies/index.ts'
import { createSummarizer } from '#domain/meetings/index.ts'
import { createBuiltinResponder } from '#providers/builtin/index.ts'
import { createLlmRegistry } from '#providers/registry.ts'
import packageJson from '../../package.json' with { type: 'json' }
import { observedModels } from './observe/observed-uses.ts'
import { serveLive } from './plugins/live/index.ts'
import { publishContract } from './plugins/openapi/index.ts'
import { inlineScriptsOf, serveWeb } from './plugins/static-web.ts'
import { createLedgerModule } from './composition/accounting.ts'
import { createAccountsModule } from './composition/accounts.ts'
import { createAgentsModule } from './composition/agents.ts'
import { createContentModule } from './composition/content.ts'
import { createModelEndpointsModule } from './composition/model-endpoints.ts'
import { byokModels } from './composition/byok-models.ts'
import { createBillingModule } from './composition/billing.ts'
import { connectCluster } from './composition/redis.ts'
import { createCountersModule } from './composition/counters.ts'
import {
  createHostModule,
  createHostAdminsModule,
  createLimitsModule,
  createPlansModule,
} from './composition/host.ts'
import { createObservabilityModule } from './composition/observation.ts'
import { createTeamsModule } from './composition/teams.ts'
import { createRateLimitReader } from './composition/rate-limits.ts'
import { createSystemModule } from './composition/system.ts'
import { createFederatedSignInModule } from './composition/federated-sign-in.ts'
import { createProfileModule } from './composition/profile.ts'
import { createToolsModule } from './composition/tools.ts'
import { createHttpServer, type LogStream } from './http/http-server.ts'
import { describeCapabilities } from './composition/describe-capabilities.ts'
import { createSpeechModule } from './composition/speech.ts'
import { attachmentRoutes } from './routes/attachments.ts'
import { agentRoutes } from './routes/agents.ts'
import { authRoutes } from './routes/auth.ts'
import { chatRoutes } from './routes/chat.ts'
import { costRoutes } from './routes/costs.ts'
import { conversationRoutes } from './routes/conversations.ts'
import { meetingRoutes } from './routes/meetings.ts'
import { limitRoutes } from './routes/limits.ts'
import { type MountOptions, mountRoutes } from './http/mount.ts'
import { openaiRoutes } from './routes/openai.ts'
import { speechRoutes } from './routes/speech.ts'
import type { ServerSettings } from './settings.ts'

export interface AppParts {
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
}

type ModelEndpoints = Awaited<ReturnType<typeof createModelEndpointsModule>>

export interface ServerApp {
  /** Node's server, for what concerns the whole process */
  readonly http: Server
  /** Resolves with the URL on which it listens. */
  listen(): Promise<string>
  /** Returns the available models and speech engines, one line each. */
  abilities(): Promise<readonly string[]>
  /** Rejects new replies, waits for running ones up to a limit, then closes every connection. */
  stop(): Promise<void>
}

/**
 * Builds the server from its parts: the only place where adapters are connected to the domain, and the domain
 * to routes.
 */
export async function createApp(parts: AppParts): Promise<ServerApp> {
  const inlineScripts = await inlineScriptsOf(parts.webDirectory)
  const server = createHttpServer(parts.settings, inlineScripts, parts.logStream)
  try {
    return await composeApp(parts, server)
  } catch (error) {
    // Closes connections and timers that were opened before the failure.
    await server.close()
    throw error
  }
}

async function composeApp(parts: AppParts, server: FastifyInstance): Promise<ServerApp> {
  const { settings, database, now } = parts
  let isStopping = false
  const { log } = server
  const { metrics, observer } = await createObservabilityModule(parts, server)
  const beside = await connectCluster(settings, server)
  const { counters, outside, isCacheUp } = await createCountersModule(beside.redis, database, server)
  const shared = { ...parts, ...beside, counters, log }
  const plans = await createPlansModule(parts, server)
  const { accounts, members, passwordReset, organizations } = createAccountsModule({ ...shared, plans })
  const { limits, effectiveLimits } = await createLimitsModule(parts, outside, server)
  const { poolsOf } = organizations
  const { ledger, costs } = await createLedgerModule({ ...parts, limits, effectiveLimits, poolsOf }, server)
  const content = createContentModule(shared)
  const { conversations, keeper, meetings, meetingSound, ownAgents } = content
  const agents = createAgentsModule(ownAgents)
  const endpoints = await createModelEndpointsModule(parts, server)
  const { models, builtinResponder } = openModels(settings, endpoints)
  const personas = createPersonas({ database, agents, now })
  const report = (failure: unknown) => log.error({ err: failure }, 'tool failed')
  const tools = await createToolsModule({ ...parts, personas, report })
  const replies = createReplies({
    agents,
    models: observer ? observedModels(models, observer) : models,
    ownModels: byokModels(settings),
    hostModels: [settings.modelPrimary, settings.modelSecondary],
    personas,
    ledger,
    conversations: keeper,
    attachments: content.replyAttachments,
    ...tools.forReplies,
    replyCount: limits,
    now,
    store: createReplyStore(database),
    onFailure: (failure) => log.error({ err: failure }, 'reply failed'),
    relay: beside.exchange,
  })
  await replies.restore()
  const { speech, live, speechProviders } = createSpeechModule({
    ...parts,
    ledger,
    limits,
    replies,
    observer,
    endpoints: endpoints.connections,
  })
  const admins = createHostAdminsModule(parts)
  const answering = { models, builtinResponder, speech, speechProviders }
  const routes = [
    ...createSystemModule(parts, { ...answering, isCacheUp, metrics, isStopping: () => isStopping }),
    ...authRoutes({
      accounts,
      members,
      passwordReset,
      federatedSignIn: createFederatedSignInModule(parts),
      isHost: (caller) => admins.isHost(caller),
    }),
    ...createProfileModule({ database, members, conversations, organizations, now }),
    ...limitRoutes(limits),
    ...createBillingModule(parts, { accounts, plans }, server),
    ...agentRoutes(agents, ownAgents),
    ...chatRoutes(replies),
    ...attachmentRoutes(content.attachments),
    ...conversationRoutes(conversations, agents),
    ...tools.routes,
    ...meetingRoutes({
      meetings,
      summarizer: createSummarizer({ meetings, replies }),
      sound: meetingSound,
      consentText: settings.meetingConsentText,
      soundDays: settings.meetingSound.days,
      now,
    }),
    ...speechRoutes(speech),
    ...costRoutes(costs),
    ...openaiRoutes(createCompletions(replies, now), agents),
    ...createTeamsModule(parts, organizations),
    ...endpoints.routes(admins, models),
    ...createHostModule(parts, { ...parts, ...answering, admins, effectiveLimits, plans, organizations }),
  ]

  await mountApi(server, {
    calls: CALLS,
    routes,
    accounts,
    rateLimitOf: createRateLimitReader({ limits, accounts, members }),
  })
  await serveLive(server, { live, accounts, publicUrl: settings.publicUrl })
  await serveWeb(server, parts.webDirectory, settings)

  return {
    http: server.server,
    listen: () => server.listen({ port: settings.port, host: settings.host }),
    abilities: () => describeCapabilities(models, speech),
    async stop() {
      isStopping = true
      content.stopPurging()
      await replies.close().catch((error: unknown) => {
        log.error({ err: error }, 'replies could not be kept')
      })
      await server.close()
      await tools.close()
      await Promise.all([passwordReset.settled(), organizations.settled()])
    },
  }
}

async function mountApi(server: FastifyInstance, options: MountOptions): Promise<void> {
  await server.register(
    async (api) => {
      await mountRoutes(api, options)
      publishContract(api, options.calls, packageJson.version)
    },
    { prefix: '/api' },
  )
}

function openModels(settings: ServerSettings, { providers, times }: ModelEndpoints) {
  const builtinResponder = createBuiltinResponder()
  const models = createLlmRegistry({
    ...settings,
    endpoints: providers,
    times,
    builtIn: settings.builtinResponder ? [builtinResponder] : [],
  })
  return { models, builtinResponder }
}

import type { FastifyBaseLogger, FastifyInstance } from 'fastify'
import { CALLS } from '@vee/contract/http/index'
import { loadAgents } from '#agents/index.ts'
import { createReplyStore } from '#db/queries/replies.ts'
import type { Database } from '#db/schema.ts'
import { createAccounts, createMembers, createPasswordReset, type Mailer } from '#domain/accounts/index.ts'
import { createAgentCatalogue } from '#domain/agents/index.ts'
import type { Counters } from '#domain/counters.ts'
import { createLimits } from '#domain/limits/index.ts'
import { createPersonas } from '#domain/personas/index.ts'
import { createOrganizations } from '#domain/organizations/index.ts'
import { createConversationKeeper, createConversations } from '#domain/conversations/index.ts'
import { createCompletions } from '#domain/openai/index.ts'
import { createReplies } from '#domain/replies/index.ts'
import { createMeetings, createSummarizer } from '#domain/meetings/index.ts'
import { createBuiltinResponder } from '#providers/builtin/index.ts'
import { createLlmRegistry } from '#providers/registry.ts'
import packageJson from '../../package.json' with { type: 'json' }
import { serveLive } from './plugins/live/index.ts'
import { publishContract } from './plugins/openapi/index.ts'
import { inlineScriptsOf, serveWeb } from './plugins/static-web.ts'
import { openAccounting } from './composition/accounting.ts'
import { ownModelsOf } from './composition/own-models.ts'
import { argon2Passwords } from './adapters/argon2-passwords.ts'
import { createSmtpMailer } from './adapters/smtp-mailer.ts'
import { composeBilling } from './composition/billing.ts'
import { composeCounters } from './composition/counters.ts'
import { composeSystem } from './composition/system.ts'
import { composeOutsideSignIn } from './composition/outside-sign-in.ts'
import { composeOwnAccount } from './composition/own-account.ts'
import { composeTools } from './composition/tools.ts'
import { createHttpServer, type LogStream } from './http-server.ts'
import { openSpeech } from './composition/speech.ts'
import { AGENTS_DIRECTORY } from './project-files.ts'
import { agentRoutes } from './routes/agents/index.ts'
import { authRoutes } from './routes/auth/index.ts'
import { chatRoutes } from './routes/chat/index.ts'
import { costRoutes } from './routes/costs/index.ts'
import { conversationRoutes } from './routes/conversations/index.ts'
import { meetingRoutes } from './routes/meetings/index.ts'
import { getRateLimitStatusRoute } from './routes/limits/get-rate-limit-status.ts'
import { type MountOptions, mountRoutes } from './routes/mount.ts'
import { openaiRoutes } from './routes/openai/index.ts'
import { organizationRoutes } from './routes/organizations/index.ts'
import { speechRoutes } from './routes/speech/index.ts'
import type { Settings } from './settings.ts'

export interface AppParts {
  readonly settings: Settings
  readonly database: Database
  /** of shared access; undefined when that is off */
  readonly passphrase: string | undefined
  readonly webDirectory: string
  /** folders to look for programs in, as PATH has them */
  readonly searchPath: string
  /** milliseconds since 1970 */
  readonly now: () => number
  /** where the log goes; standard output without it */
  readonly logStream?: LogStream
}

export interface App {
  /** Resolves with the address that it listens on. */
  listen(): Promise<string>
  /** Takes no new replies, gives the running ones their time, then closes every connection. */
  stop(): Promise<void>
}

/** What was deleted goes for good this long after it can still be restored, at most. */
const PURGE_EVERY_MS = 10 * 60_000

/** Builds the server from its parts: the one place where adapters meet the domain, and the domain its routes. */
export async function createApp(parts: AppParts): Promise<App> {
  const { settings, database, now } = parts
  let isStopping = false
  const server = createHttpServer(settings, await inlineScriptsOf(parts.webDirectory), parts.logStream)
  const { counters, isCacheUp } = await composeCounters(settings, database, server)
  const { accounts, members, passwordReset, organizations } = openAccounts(parts, counters, server.log)
  const limits = createLimits({ ...settings, database, counters, now })
  const { ledger, costs } = await openAccounting({
    ...parts,
    limits,
    poolsOf: organizations.poolsOf,
    log: server.log,
  })
  const agents = createAgentCatalogue(loadAgents(AGENTS_DIRECTORY))
  const { conversations, keeper, meetings, stopPurging } = openConversations(parts, server.log)
  const { models, builtinResponder } = openModels(settings)
  const personas = createPersonas({ database, agents, now })
  const report = (failure: unknown) => server.log.error({ err: failure }, 'tool failed')
  const tools = await composeTools({ ...parts, personas, report })
  const replies = createReplies({
    agents,
    models,
    ownModels: ownModelsOf(settings),
    hostModels: [settings.modelPrimary, settings.modelSecondary],
    personas,
    ledger,
    conversations: keeper,
    toolbox: tools.toolbox,
    replyCount: limits,
    now,
    store: createReplyStore(database),
    onFailure: (failure) => server.log.error({ err: failure }, 'reply failed'),
  })
  await replies.restore()
  const { speech, live } = openSpeech({ ...parts, ledger, limits, replies })
  const routes = [
    ...(await composeSystem(parts, server, {
      models,
      builtinResponder,
      isCacheUp,
      isStopping: () => isStopping,
    })),
    ...authRoutes({ accounts, members, passwordReset }),
    ...composeOutsideSignIn(parts),
    ...composeOwnAccount({ database, members, conversations, organizations, now }),
    getRateLimitStatusRoute(limits),
    ...composeBilling(parts, accounts, server),
    ...agentRoutes(agents),
    ...chatRoutes(replies),
    ...conversationRoutes(conversations, agents),
    ...tools.routes,
    ...meetingRoutes(meetings, createSummarizer({ meetings, replies })),
    ...speechRoutes(speech),
    ...costRoutes(costs),
    ...openaiRoutes(createCompletions(replies, now), agents),
    ...organizationRoutes(organizations),
  ]

  await mountApi(server, {
    calls: CALLS,
    routes,
    accounts,
    standingOf: (caller) => limits.standingOf(caller),
  })
  await serveLive(server, { live, accounts, publicUrl: settings.publicUrl, now })
  await serveWeb(server, parts.webDirectory)

  return {
    listen: () => server.listen({ port: settings.port, host: settings.host }),
    async stop() {
      isStopping = true
      stopPurging()
      await replies.close().catch((error: unknown) => {
        server.log.error({ err: error }, 'replies could not be kept')
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

function openAccounts(
  { settings, database, passphrase, now }: AppParts,
  counters: Counters,
  log: FastifyBaseLogger,
) {
  const accounts = createAccounts({ database, counters, passphrase, now })
  const members = createMembers({ database, counters, passwords: argon2Passwords, now })
  const mailing = {
    database,
    counters,
    mailer: mailerOf(settings),
    publicUrl: settings.publicUrl,
    onFailure: (failure: unknown) => log.error({ err: failure }, 'mail not sent'),
    now,
  }
  const passwordReset = createPasswordReset({ ...mailing, passwords: argon2Passwords })
  const organizations = createOrganizations({ ...settings, ...mailing })
  return { accounts, members, passwordReset, organizations }
}

function openConversations({ database, now }: AppParts, log: FastifyBaseLogger) {
  const onFailure = (failure: unknown) => log.error({ err: failure }, 'reply could not be kept')
  const conversations = createConversations({ database, now })
  const meetings = createMeetings({ database, now })
  const purging = setInterval(() => {
    Promise.all([conversations.purge(), meetings.purge()]).catch((error: unknown) =>
      log.error({ err: error }, 'purge failed'),
    )
  }, PURGE_EVERY_MS).unref()
  return {
    conversations,
    meetings,
    keeper: createConversationKeeper({ database, now, onFailure }),
    stopPurging: () => clearInterval(purging),
  }
}

function openModels(settings: Settings) {
  const builtinResponder = createBuiltinResponder()
  const models = createLlmRegistry({
    ...settings,
    builtIn: settings.builtinResponder ? [builtinResponder] : [],
  })
  return { models, builtinResponder }
}

function mailerOf({ mail: { smtpUrl, from } }: Settings): Mailer | undefined {
  return smtpUrl === undefined ? undefined : createSmtpMailer({ url: smtpUrl, from: from ?? 'vee@localhost' })
}

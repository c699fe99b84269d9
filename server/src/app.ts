import Fastify, { type FastifyInstance, LogController } from 'fastify'
import { CALLS } from '@vee/contract/http/index'
import { loadAgents } from '#agents/index.ts'
import { databaseAnswers } from '#db/queries/health.ts'
import { createReplyStore } from '#db/queries/replies.ts'
import type { Database } from '#db/schema.ts'
import { createAccounts } from '#domain/accounts/index.ts'
import { createAgentCatalogue } from '#domain/agents/index.ts'
import { createReplies } from '#domain/replies/index.ts'
import { createSpeech } from '#domain/speech/index.ts'
import { createLlmStatus } from '#domain/system/index.ts'
import { llmCost } from '#providers/prices.ts'
import { createLlmRegistry } from '#providers/registry.ts'
import { createSpeechRegistry } from '#providers/speech-registry.ts'
import packageJson from '../../package.json' with { type: 'json' }
import { loggedError } from './plugins/error-log.ts'
import { answerBrokenRequest, answerErrors, sendError } from './plugins/errors.ts'
import { requestIdOf, sendRequestIds } from './plugins/request-id.ts'
import { logRequests } from './plugins/request-log.ts'
import { sendSecurityHeaders } from './plugins/security-headers.ts'
import { serveWeb } from './plugins/static-web.ts'
import { AGENTS_DIRECTORY } from './project-files.ts'
import { agentRoutes } from './routes/agents/index.ts'
import { authRoutes } from './routes/auth/index.ts'
import { chatRoutes } from './routes/chat/index.ts'
import { mountRoutes } from './routes/mount.ts'
import { speechRoutes } from './routes/speech/index.ts'
import { getHealthRoute } from './routes/system/get-health.ts'
import { getReadyRoute } from './routes/system/get-ready.ts'
import { llmStatusRoute } from './routes/system/llm-status.ts'
import type { Settings } from './settings.ts'

/** A request must have arrived whole by then; 25 MB over a slow line fit. */
const REQUEST_TIMEOUT_MS = 300_000
/** Path parameters are ids of up to 200 characters. */
const PARAM_MAX_LENGTH = 200

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
  readonly logStream?: { write(line: string): void }
}

export interface App {
  /** Resolves with the address that it listens on. */
  listen(): Promise<string>
  /** Takes no new replies, gives the running ones their time, then closes every connection. */
  stop(): Promise<void>
}

/** Builds the server from its parts: the one place where adapters meet the domain, and the domain its routes. */
export async function createApp(parts: AppParts): Promise<App> {
  const { settings, database, passphrase, now } = parts
  let isStopping = false
  const server = createServer(parts)
  const accounts = createAccounts({ database, passphrase, now })
  const agents = createAgentCatalogue(loadAgents(AGENTS_DIRECTORY))
  const models = createLlmRegistry({ ...settings, builtIn: [] })
  const replies = createReplies({
    agents,
    models,
    costOf: llmCost,
    now,
    store: createReplyStore(database),
    onFailure: (failure) => server.log.error({ err: failure }, 'reply failed'),
  })
  await replies.restore()
  const speech = createSpeech(
    createSpeechRegistry({
      stt: settings.stt,
      tts: settings.tts,
      timeoutMs: settings.providerTimeoutMs,
      searchPath: parts.searchPath,
    }),
  )
  const routes = [
    getHealthRoute(packageJson.version),
    getReadyRoute({ isStopping: () => isStopping, isDatabaseUp: () => databaseAnswers(database) }),
    llmStatusRoute(createLlmStatus({ availability: models.availability, builtInId: 'builtin', now })),
    ...authRoutes(accounts),
    ...agentRoutes(agents),
    ...chatRoutes(replies),
    ...speechRoutes(speech),
  ]

  sendRequestIds(server)
  sendSecurityHeaders(server)
  logRequests(server)
  answerErrors(server)
  await server.register((api) => mountRoutes(api, { calls: CALLS, routes, accounts }), { prefix: '/api' })
  await serveWeb(server, parts.webDirectory)

  return {
    listen: () => server.listen({ port: settings.port, host: settings.host }),
    async stop() {
      isStopping = true
      await replies.close()
      await server.close()
    },
  }
}

function createServer({ settings, logStream }: AppParts): FastifyInstance {
  return Fastify({
    genReqId: requestIdOf,
    logController: new LogController({ requestIdLogLabel: 'requestId', disableRequestLogging: true }),
    logger: {
      level: settings.logLevel,
      base: null,
      serializers: { err: loggedError },
      ...(logStream ? { stream: logStream } : {}),
    },
    trustProxy: settings.trustedProxies.length > 0 ? [...settings.trustedProxies] : false,
    requestTimeout: REQUEST_TIMEOUT_MS,
    routerOptions: { maxParamLength: PARAM_MAX_LENGTH },
    exposeHeadRoutes: false,
    forceCloseConnections: true,
    return503OnClosing: false,
    frameworkErrors: (error, request, reply) => {
      void reply.header('x-request-id', request.id)
      sendError(error, request, reply)
    },
    clientErrorHandler: answerBrokenRequest,
  })
}

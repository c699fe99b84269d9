import Fastify, { type FastifyInstance, LogController } from 'fastify'
import { DomainError } from '#domain/errors/domain-error.ts'
import { type ResponseMemoryLimits, limitResponseMemory } from './memory/response-memory.ts'
import { limitBodyMemory } from './memory/body-memory.ts'
import { loggedError } from './logs/error-log.ts'
import { answerBrokenRequest, answerErrors, sendError } from './responses/errors.ts'
import { repairMalformedUrl } from './requests/malformed-url.ts'
import { requestIdOf, sendRequestIds } from './logs/request-id.ts'
import { logRequests } from './logs/request-log.ts'
import { rejectForeignHosts } from './requests/own-host.ts'
import { sendSecurityHeaders } from './responses/security-headers.ts'
import { isSocketUpgrade } from './sockets/index.ts'
import type { ServerSettings } from '#settings/settings.ts'

/** Timeout for receiving the whole request, in ms; enough for 25 MB over a slow connection. */
const REQUEST_TIMEOUT_MS = 300_000
/** Path parameters are ids of up to 200 characters. */
const MAX_PARAM_LENGTH = 200

export interface LogStream {
  write(line: string): void
  /** lines that could not be written */
  readonly droppedLines?: number
}

/**
 * Returns a Fastify server with the features that every response needs: a request id, security headers, the
 * error format and logging.
 */
export function createHttpServer(
  settings: Pick<ServerSettings, 'host' | 'logLevel' | 'publicUrl' | 'trustedProxies'>,
  inlineScripts: readonly string[],
  logStream?: LogStream,
  answerLimits?: ResponseMemoryLimits,
): FastifyInstance {
  const { logLevel, trustedProxies } = settings
  const server: FastifyInstance = Fastify({
    genReqId: requestIdOf,
    logController: new LogController({ requestIdLogLabel: 'requestId', disableRequestLogging: true }),
    logger: {
      level: logLevel,
      base: null,
      serializers: { err: loggedError },
      ...(logStream ? { stream: logStream } : {}),
    },
    trustProxy: trustedProxies.length > 0 ? [...trustedProxies] : false,
    requestTimeout: REQUEST_TIMEOUT_MS,
    // Node's own response to a request without a Host header has another format than ours.
    http: { shouldUpgradeCallback: isSocketUpgrade, requireHostHeader: false },
    routerOptions: { maxParamLength: MAX_PARAM_LENGTH, ignoreTrailingSlash: true },
    rewriteUrl: repairMalformedUrl,
    exposeHeadRoutes: false,
    forceCloseConnections: true,
    // Running replies have finished by then. Fastify's own 503 response would not have the common error
    // format.
    return503OnClosing: false,
    frameworkErrors: (error, request, reply) => {
      reply.header('x-request-id', request.id)
      sendError(error, request, reply)
    },
    clientErrorHandler: answerBrokenRequest,
  })
  // Expectations other than 100-continue may be ignored (RFC 9110, 10.1.1).
  server.server.on('checkExpectation', (request, response) =>
    server.server.emit('request', request, response),
  )
  sendRequestIds(server)
  sendSecurityHeaders(server, inlineScripts)
  logRequests(server)
  limitBodyMemory(server)
  limitResponseMemory(server, answerLimits)
  answerErrors(server)
  rejectForeignHosts(server, settings)
  server.addHook('onRequest', async ({ raw }) => {
    if (raw.httpVersion !== '1.1' || raw.headers.host !== undefined) return
    throw new DomainError('VALIDATION', 'The request names no host.')
  })
  return server
}

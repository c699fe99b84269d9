import websocket from '@fastify/websocket'
import type { FastifyInstance } from 'fastify'
import type { IncomingMessage } from 'node:http'
import type { Accounts } from '#domain/accounts/index.ts'
import type { Realtime } from '#domain/openai/index.ts'
import {
  SOCKET_TURN_LIMITS,
  type SocketTurns,
  type SocketTurnLimits,
} from '#domain/voice/socket-turns/index.ts'
import { VoiceSocketHandler } from '../voice-socket/voice-socket.ts'
import { openRealtimeSocket, REALTIME_SUBPROTOCOL } from '../realtime/realtime-socket.ts'
import { REALTIME_SOCKET_LIMITS, type RealtimeSocketLimits } from '../realtime/realtime-socket-limits.ts'
import { identifySocket } from '../realtime/identify-socket.ts'
import { assertMayOpenSocket } from './origin.ts'
import { SocketCount } from './socket-count.ts'

const VOICE_SOCKET_PATH = '/api/live'
const REALTIME_PATH = '/api/openai/v1/realtime'
const PATHS: ReadonlySet<string> = new Set([VOICE_SOCKET_PATH, REALTIME_PATH])
/** Maximum size of a message; enough for a long conversation. Audio has its own limit. */
const MAX_MESSAGE_BYTES = 4 * 1024 * 1024
/** The close code for "service restart", registered at IANA as an addition to RFC 6455. */
const SERVICE_RESTART = 1012

export interface SocketOptions {
  readonly socketTurns: SocketTurns
  readonly realtime: Realtime
  readonly accounts: Accounts
  readonly publicUrl: string | undefined
  readonly limits?: Partial<SocketTurnLimits>
  readonly realtimeLimits?: Partial<RealtimeSocketLimits>
}

/**
 * True for a WebSocket upgrade of one of the paths here. Other upgrade requests, for example to HTTP/2, get the
 * normal response.
 */
export const isSocketUpgrade = ({ url, headers }: IncomingMessage): boolean =>
  PATHS.has(url?.split('?')[0] ?? '') && headers.upgrade?.toLowerCase() === 'websocket'

/**
 * Serves the WebSockets GET /api/live and GET /api/openai/v1/realtime. The server's `close` closes them after running
 * replies have finished.
 */
export async function serveSockets(server: FastifyInstance, options: SocketOptions): Promise<void> {
  const { socketTurns, realtime, accounts, publicUrl } = options
  const sockets = new SocketCount()
  const limits = { ...SOCKET_TURN_LIMITS, ...options.limits }
  const realtimeLimits = { ...REALTIME_SOCKET_LIMITS, ...options.realtimeLimits }
  await server.register(async (scope) => {
    await scope.register(websocket, {
      options: {
        maxPayload: MAX_MESSAGE_BYTES,
        perMessageDeflate: false,
        // A browser's client of OpenAI also offers its token as a protocol.
        handleProtocols: (offered) =>
          offered.has(REALTIME_SUBPROTOCOL) ? REALTIME_SUBPROTOCOL : ([...offered][0] ?? false),
      },
      // Each socket handles its errors itself.
      errorHandler: (error, socket, request) => {
        request.log.error({ err: error }, 'socket failed')
        socket.terminate()
      },
      preClose(this: FastifyInstance, done: () => void) {
        for (const client of this.websocketServer.clients) client.close(SERVICE_RESTART, 'the server stops')
        done()
      },
    })
    scope.get(
      VOICE_SOCKET_PATH,
      { websocket: true, preValidation: async (request) => assertMayOpenSocket(request, publicUrl) },
      (socket, request) => {
        void new VoiceSocketHandler(socket, request, { socketTurns, accounts, sockets, limits })
      },
    )
    scope.get(
      REALTIME_PATH,
      {
        websocket: true,
        config: { protocol: 'openai' },
        preValidation: async (request) => {
          assertMayOpenSocket(request, publicUrl)
          await identifySocket(request, { accounts, realtime })
        },
      },
      (socket, request) =>
        openRealtimeSocket(socket, request, { realtime, accounts, sockets, limits: realtimeLimits }),
    )
  })
}

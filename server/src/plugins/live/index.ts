import websocket from '@fastify/websocket'
import type { FastifyInstance } from 'fastify'
import type { IncomingMessage, IncomingHttpHeaders } from 'node:http'
import type { Accounts } from '#domain/accounts/index.ts'
import { LIVE_LIMITS, type Live, type LiveLimits } from '#domain/voice/live/index.ts'
import { DomainError } from '#domain/common/domain-error.ts'
import { LiveSocketHandler } from './live-socket.ts'
import { SocketCount } from './socket-count.ts'

/** Matches the loopback names and addresses of this machine. */
const LOOPBACK = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])(?::\d{1,5})?$/i

/** The request that opens a socket. */
interface Opening {
  /** the host header of the request */
  readonly host: string
  readonly publicUrl: string | undefined
  /** true if the connection uses the loopback interface without a proxy */
  readonly isLoopback: boolean
}

/**
 * Returns true if the socket is opened by a page of this server. Browsers let any page open one and send its
 * origin; programs send none. With PUBLIC_URL, only its origin is accepted. Without it, the origin has to
 * match the requested host, and on loopback that has to be a name of this machine: with DNS rebinding, a page
 * of another name that resolves to this machine would match in both.
 */
export function isOwnOrigin(
  { origin }: Pick<IncomingHttpHeaders, 'origin'>,
  { host, publicUrl, isLoopback }: Opening,
): boolean {
  if (origin === undefined) return true
  if (publicUrl !== undefined) return originOf(origin) === originOf(publicUrl)
  if (isLoopback && !LOOPBACK.test(host)) return false
  return hostOf(origin) === host
}

const originOf = (url: string) => (URL.canParse(url) ? new URL(url).origin : undefined)
const hostOf = (url: string) => (URL.canParse(url) ? new URL(url).host : undefined)

const isLoopbackAddress = (ip: string) => ip === '::1' || /^(?:::ffff:)?127\./i.test(ip)

const PATH = '/api/live'
/** Maximum size of a message; enough for a long conversation. Audio has its own limit. */
const MESSAGE_MAX_BYTES = 4 * 1024 * 1024
/** The close code for "service restart", registered at IANA as an addition to RFC 6455. */
const SERVICE_RESTART = 1012

export interface LivePluginOptions {
  readonly live: Live
  readonly accounts: Accounts
  readonly publicUrl: string | undefined
  readonly limits?: Partial<LiveLimits>
}

/**
 * True for a WebSocket upgrade of this path. Other upgrade requests, for example to HTTP/2, get the normal
 * response.
 */
export const isLiveUpgrade = ({ url, headers }: IncomingMessage): boolean =>
  url?.split('?')[0] === PATH && headers.upgrade?.toLowerCase() === 'websocket'

/** Serves GET /api/live. The server's `close` closes the sockets after running turns have finished. */
export async function serveLive(server: FastifyInstance, options: LivePluginOptions): Promise<void> {
  const { publicUrl, limits, ...parts } = options
  const sockets = new SocketCount()
  await server.register(async (scope) => {
    await scope.register(websocket, {
      options: { maxPayload: MESSAGE_MAX_BYTES, perMessageDeflate: false },
      // Each socket handles its errors itself.
      errorHandler: (error, socket, request) => {
        request.log.error({ err: error }, 'live socket failed')
        socket.terminate()
      },
      preClose(this: FastifyInstance, done: () => void) {
        for (const client of this.websocketServer.clients) client.close(SERVICE_RESTART, 'the server stops')
        done()
      },
    })
    scope.get(
      PATH,
      {
        websocket: true,
        preValidation: async (request) => {
          if (!request.ws) throw new DomainError('NOT_FOUND', 'This path is for WebSockets.')
          const { localAddress } = request.socket
          const isLoopback =
            localAddress !== undefined &&
            isLoopbackAddress(localAddress) &&
            !request.headers['x-forwarded-for']
          if (isOwnOrigin(request.headers, { host: request.host, publicUrl, isLoopback })) return
          throw new DomainError('FORBIDDEN', 'Pages of other servers may not open this socket.')
        },
      },
      (socket, request) => {
        void new LiveSocketHandler(socket, request, {
          ...parts,
          sockets,
          limits: { ...LIVE_LIMITS, ...limits },
        })
      },
    )
  })
}

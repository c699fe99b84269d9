import type { WebSocket } from 'ws'
import type { FastifyRequest } from 'fastify'
import type { Accounts } from '#domain/accounts/index.ts'
import { DomainError } from '#domain/errors/domain-error.ts'
import { networkOf } from '#lib/network.ts'
import type { Realtime, RealtimeSession } from '#domain/openai/index.ts'
import { createByteLimiter } from '#domain/voice/socket-turns/index.ts'
import { inBackground } from '#lib/background.ts'
import { localeOf } from '../requests/request-headers.ts'
import { addressOf } from '../identity.ts'
import { GuardedSocket, type IncomingMessage } from '../sockets/guarded-socket.ts'
import { jsonOf } from '../sockets/json-of.ts'
import type { SocketCount } from '../sockets/socket-count.ts'
import { identityOfSocket } from './identify-socket.ts'
import type { RealtimeSocketLimits } from './realtime-socket-limits.ts'

export const REALTIME_SUBPROTOCOL = 'realtime'

/** Close codes of RFC 6455, which clients of this protocol know. */
const CLOSE = { flood: 1008, idle: 1000, unauthenticated: 1008, expired: 1000 } as const

export interface RealtimeSocketOptions {
  readonly realtime: Realtime
  readonly accounts: Accounts
  readonly sockets: SocketCount
  readonly limits: RealtimeSocketLimits
}

/** Connects an authenticated socket of OpenAI's Realtime protocol to a session. */
export function openRealtimeSocket(
  webSocket: WebSocket,
  request: FastifyRequest,
  { realtime, accounts, sockets, limits }: RealtimeSocketOptions,
): void {
  const { caller, token, model } = identityOfSocket(request)
  const limiter = createByteLimiter(limits)
  const opened: { session?: RealtimeSession } = {}
  const socket = new GuardedSocket(webSocket, request, {
    route: '/api/openai/v1/realtime',
    close: CLOSE,
    idleMs: limits.idleMs,
    limiter,
    sockets,
    handleMessage: (message) => handleMessage(message),
    isBusy: () => opened.session?.isBusy ?? false,
    onEnd: () => opened.session?.handleClose(),
  })
  const isAccepted =
    socket.countSocket(`network ${networkOf(addressOf(request))}`, limits.socketsPerNetwork) &&
    socket.countSocket(
      `caller ${caller.id}`,
      caller.id === 'anonymous' ? limits.socketsPerNetwork : limits.socketsPerCaller,
    )
  if (!isAccepted) return
  const { pacedSocket } = socket
  const session = realtime.open(model, caller, localeOf(request.headers['accept-language']), {
    send: (event) => pacedSocket.send(event),
    sendPaced: (event) => pacedSocket.sendPaced(JSON.stringify(event)),
    keep: (bytes) => socket.keep(bytes),
  })
  opened.session = session
  socket.after(limits.sessionMs, () => {
    const message = 'The session has reached its maximum duration.'
    session.sendError(new DomainError('VALIDATION', message), null, 'session_expired')
    socket.close(CLOSE.expired, 'the session has ended')
  })
  socket.every(limits.tokenCheckIntervalMs, () => inBackground('realtime token', checkToken()))

  async function handleMessage({ data, isBinary }: IncomingMessage): Promise<void> {
    const message = isBinary ? undefined : jsonOf(data)
    if (message === undefined) {
      return session.sendError(new DomainError('MALFORMED_JSON', 'Events are JSON in text frames.'))
    }
    if (!limiter.takeBytes(data.length)) {
      session.sendError(new DomainError('RATE_LIMITED', 'Audio arrives much faster than real time.'))
      return socket.close(CLOSE.flood, 'too much data')
    }
    const sentBefore = pacedSocket.sentBytes
    await session.handleMessage(message)
    // Small events may have large answers.
    if (!limiter.takeBytes(pacedSocket.sentBytes - sentBefore))
      socket.close(CLOSE.flood, 'too many large answers')
  }

  async function checkToken(): Promise<void> {
    if (token === undefined) return
    try {
      await accounts.callerOf(token, addressOf(request))
    } catch (error) {
      // A database that is briefly unavailable does not end a conversation.
      if (!(error instanceof DomainError)) return
      session.sendError(error)
      socket.close(CLOSE.unauthenticated, 'the session has ended')
    }
  }
}

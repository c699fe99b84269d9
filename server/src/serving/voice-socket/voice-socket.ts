import type { WebSocket } from 'ws'
import type { FastifyRequest } from 'fastify'
import {
  SOCKET_CLOSE,
  MAX_SOCKET_FRAME_BYTES,
  MAX_SOCKET_TURN_SECONDS,
  SOCKET_VERSION,
} from '@vee/contract/socket/socket-limits'
import { type SocketHello, socketHello, socketRequest } from '@vee/contract/socket/messages'
import { inTimeZone, type Accounts, type Caller } from '#domain/accounts/index.ts'
import {
  createSocketRateLimiter,
  type SocketRateLimiter,
  type SocketTurns,
  type SocketTurnLimits,
  type SocketChannel,
  type SocketTurnSession,
} from '#domain/voice/socket-turns/index.ts'
import { networkOf } from '#lib/network.ts'
import { DomainError } from '#domain/errors/domain-error.ts'
import { inBackground } from '#lib/background.ts'
import { localeOf } from '../requests/request-headers.ts'
import { addressOf, visitor } from '../identity.ts'
import { GuardedSocket, type IncomingMessage } from '../sockets/guarded-socket.ts'
import { jsonOf } from '../sockets/json-of.ts'
import type { SocketCount } from '../sockets/socket-count.ts'

export interface VoiceSocketOptions {
  readonly socketTurns: SocketTurns
  readonly accounts: Accounts
  readonly limits: SocketTurnLimits
  readonly sockets: SocketCount
}

type State =
  | { readonly phase: 'new' }
  /** the hello is being authenticated */
  | { readonly phase: 'greeting' }
  | { readonly phase: 'open'; readonly session: SocketTurnSession; readonly token: string | undefined }
  | { readonly phase: 'closed' }

const MAX_HELLO_BYTES = 64 * 1024

/** A hello of any protocol version. */
const anyHello = socketHello.pick({ type: true, version: true })

/**
 * One socket of /api/live, from its hello to its end. Validates the messages received; the session handles
 * them.
 */
export class VoiceSocketHandler {
  readonly #options: VoiceSocketOptions
  readonly #socket: GuardedSocket
  readonly #request: FastifyRequest
  readonly #rateLimiter: SocketRateLimiter
  readonly #channel: SocketChannel
  #state: State = { phase: 'new' }

  constructor(socket: WebSocket, request: FastifyRequest, options: VoiceSocketOptions) {
    const { limits, sockets } = options
    this.#options = options
    this.#request = request
    this.#rateLimiter = createSocketRateLimiter(limits)
    this.#socket = new GuardedSocket(socket, request, {
      route: '/api/live',
      close: SOCKET_CLOSE,
      idleMs: limits.idleMs,
      limiter: this.#rateLimiter,
      sockets,
      handleMessage: (message) => this.#handleMessage(message),
      isBusy: () => this.#state.phase === 'open' && this.#state.session.isBusy,
      onEnd: () => this.#end(),
    })
    const { pacedSocket } = this.#socket
    this.#channel = {
      send: (answer) => pacedSocket.send(answer),
      sendAudio: (bytes) => pacedSocket.sendPaced(bytes),
    }
    this.#socket.every(limits.tokenCheckIntervalMs, () =>
      inBackground('voice socket token', this.#checkToken()),
    )
    this.#socket.after(limits.helloMs, () => this.#closeUngreeted())
    this.#socket.countSocket(`network ${networkOf(addressOf(request))}`, limits.socketsPerNetwork)
  }

  async #handleMessage(message: IncomingMessage): Promise<void> {
    if (this.#state.phase === 'new') await this.#greet(message)
    else if (this.#state.phase === 'open') await this.#handleOpenMessage(this.#state.session, message)
  }

  async #greet({ data, isBinary }: IncomingMessage): Promise<void> {
    const message = isBinary || data.length > MAX_HELLO_BYTES ? undefined : jsonOf(data)
    // Checked before the rest, which may differ in another version.
    const { version = SOCKET_VERSION } = anyHello.safeParse(message).data ?? {}
    if (version !== SOCKET_VERSION)
      return this.#close(SOCKET_CLOSE.version, `version ${SOCKET_VERSION} is spoken here`)
    const hello = socketHello.safeParse(message).data
    if (!hello) return this.#close(SOCKET_CLOSE.unauthenticated, 'say hello first')
    this.#state = { phase: 'greeting' }
    await this.#welcome(hello)
  }

  async #welcome(hello: SocketHello): Promise<void> {
    const { socketTurns, limits } = this.#options
    const caller = await this.#callerOf(hello)
    if (this.#state.phase !== 'greeting' || !caller) return
    const limit = caller.id === 'anonymous' ? limits.socketsPerNetwork : limits.socketsPerCaller
    if (!this.#socket.countSocket(`caller ${caller.id}`, limit)) return
    const session = socketTurns.open(
      inTimeZone(caller, hello.timeZone),
      localeOf(hello.locale),
      this.#channel,
    )
    this.#state = { phase: 'open', session, token: hello.token }
    this.#channel.send({
      type: 'ready',
      version: SOCKET_VERSION,
      limits: {
        frameMaxBytes: MAX_SOCKET_FRAME_BYTES,
        turnMaxSeconds: MAX_SOCKET_TURN_SECONDS,
        idleSeconds: limits.idleMs / 1_000,
      },
    })
  }

  /** Returns undefined if the socket was closed because the hello was not authenticated. */
  async #callerOf({ token, sessionId }: SocketHello): Promise<Caller | undefined> {
    const ip = addressOf(this.#request)
    if (token === undefined) return visitor(sessionId, ip)
    try {
      return await this.#options.accounts.callerOf(token, ip)
    } catch (error) {
      if (!(error instanceof DomainError))
        this.#request.log.error({ err: error }, 'voice socket: the caller is not known')
      this.#close(
        error instanceof DomainError ? SOCKET_CLOSE.unauthenticated : 1011,
        error instanceof DomainError ? 'the session has ended' : 'the server failed',
      )
      return undefined
    }
  }

  async #handleOpenMessage(session: SocketTurnSession, { data, isBinary }: IncomingMessage): Promise<void> {
    if (isBinary) return this.#handleAudio(session, data)
    const request = socketRequest.safeParse(jsonOf(data)).data
    if (!request) return this.#close(SOCKET_CLOSE.malformed, 'not a message of this protocol')
    // A user who has signed out or whose session was revoked elsewhere cannot start another turn.
    if (request.type === 'turn') await this.#checkToken()
    if (this.#isOpen()) session.handleRequest(request, data.length)
  }

  #handleAudio(session: SocketTurnSession, data: Buffer): void {
    if (data.length > MAX_SOCKET_FRAME_BYTES || data.length % 2 !== 0 || data.length === 0) {
      return this.#close(
        SOCKET_CLOSE.malformed,
        `a frame holds whole samples, ${MAX_SOCKET_FRAME_BYTES} bytes at most`,
      )
    }
    if (!this.#rateLimiter.takeAudio(data.length)) return this.#close(SOCKET_CLOSE.flood, 'too much sound')
    if (!session.handleAudio(data)) this.#close(SOCKET_CLOSE.malformed, 'sound of no turn')
  }

  async #checkToken(): Promise<void> {
    if (this.#state.phase !== 'open' || this.#state.token === undefined) return
    const { token } = this.#state
    await this.#callerOf({ type: 'hello', version: SOCKET_VERSION, token })
  }

  #closeUngreeted(): void {
    if (this.#state.phase === 'new') this.#close(SOCKET_CLOSE.unauthenticated, 'no hello came')
  }

  #isOpen(): boolean {
    return this.#state.phase === 'open'
  }

  #close(code: number, reason: string): void {
    this.#socket.close(code, reason)
  }

  #end(): void {
    if (this.#state.phase === 'open') this.#state.session.handleClose()
    this.#state = { phase: 'closed' }
  }
}

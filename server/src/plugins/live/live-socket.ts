import { WebSocket } from 'ws'
import type { FastifyRequest } from 'fastify'
import {
  LIVE_CLOSE,
  LIVE_FRAME_MAX_BYTES,
  LIVE_TURN_MAX_SECONDS,
  LIVE_VERSION,
} from '@vee/contract/live/limits'
import { type LiveHello, liveHello, liveRequest, type LiveAnswer } from '@vee/contract/live/messages'
import type { Accounts, Caller } from '#domain/accounts/index.ts'
import {
  createRateLimiter,
  type RateLimiter,
  type Live,
  type LiveLimits,
  type LiveSession,
  type LiveLine,
} from '#domain/voice/live/index.ts'
import { networkOf } from '#domain/common/network.ts'
import { DomainError } from '#domain/common/domain-error.ts'
import { cleanParsedJson } from '#domain/common/without-nul.ts'
import { localeOf } from '../../http/request-headers.ts'
import { addressOf, visitor } from '../identity.ts'
import { ReceivedBytes } from './received-bytes.ts'
import type { SocketCount } from './socket-count.ts'
import { inBackground } from '../../background.ts'

/** Limit of the audio buffered in this process for one client, in bytes: two seconds. */
const ROOM_BYTES = 96_000
/** A client that reads nothing for this long is disconnected, in ms. */
const STALLED_MS = 30_000

/** Sends events and audio on a socket, with back-pressure for audio. */
export class SocketLine implements LiveLine {
  readonly #socket: WebSocket
  readonly #onStalled: () => void

  constructor(socket: WebSocket, onStalled: () => void) {
    this.#socket = socket
    this.#onStalled = onStalled
  }

  send(answer: LiveAnswer): void {
    if (this.#isOpen()) this.#socket.send(JSON.stringify(answer), noMatter)
  }

  async sendSound(bytes: Uint8Array): Promise<void> {
    if (!this.#isOpen()) return
    const sent = Promise.withResolvers<void>()
    this.#socket.send(bytes, { binary: true }, () => sent.resolve())
    if (this.#socket.bufferedAmount <= ROOM_BYTES) return
    const stalled = setTimeout(this.#onStalled, STALLED_MS)
    await sent.promise
    clearTimeout(stalled)
  }

  #isOpen(): boolean {
    return this.#socket.readyState === WebSocket.OPEN
  }
}

/** Ignores a failed send: the socket is closing, and its owner is notified of that. */
const noMatter = () => {}

/** Interval of the pings that detect a lost connection. */
const PING_MS = 20_000
/** Limit of buffered messages during authentication: the largest message and some audio. */
const WAITING_MAX_BYTES = 5 * 1024 * 1024
/** Timeout for receiving a whole message, as for a body of HTTP. */
const MESSAGE_WITHIN_MS = 30_000
/** Time in which a client can receive the reason why its socket is closed. */
const CLOSING_MS = 1_000
/** The close code for "try again later", registered at IANA as an addition to RFC 6455. */
const TRY_AGAIN_LATER = 1013

export interface LiveSocketParts {
  readonly live: Live
  readonly accounts: Accounts
  readonly limits: LiveLimits
  readonly sockets: SocketCount
}

type State =
  | { readonly phase: 'new' }
  /** the hello is being authenticated */
  | { readonly phase: 'greeting' }
  | { readonly phase: 'open'; readonly session: LiveSession; readonly token: string | undefined }
  | { readonly phase: 'closed' }

/** A hello of any protocol version. */
const anyHello = liveHello.pick({ type: true, version: true })

type Incoming = { readonly data: Buffer; readonly isBinary: boolean }

/**
 * One socket of /api/live, from its hello to its end. Validates the messages received; the session handles
 * them.
 */
export class LiveSocketHandler {
  readonly #parts: LiveSocketParts
  readonly #socket: WebSocket
  readonly #request: FastifyRequest
  readonly #flow: RateLimiter
  readonly #line: SocketLine
  readonly #received: ReceivedBytes
  /** times of the monotonic clock, in ms */
  readonly #openedAt: number
  readonly #release: (() => void)[] = []
  #state: State = { phase: 'new' }
  /** buffered messages, while a token is being verified */
  #waiting: Incoming[] = []
  #isTaking = false
  #heardAt: number
  #isAlive = true

  constructor(socket: WebSocket, request: FastifyRequest, parts: LiveSocketParts) {
    const { limits } = parts
    this.#parts = parts
    this.#socket = socket
    this.#request = request
    this.#flow = createRateLimiter(limits)
    this.#line = new SocketLine(socket, () => socket.terminate())
    this.#received = new ReceivedBytes(request)
    this.#openedAt = this.#heardAt = performance.now()
    // Runs before the socket's own reader, for which a chunk may complete messages.
    request.socket.prependListener('data', (chunk: Buffer) => this.#count(chunk.length))
    for (const type of ['ping', 'pong'] as const)
      socket.on(type, (data: Buffer) => this.#received.skipControl(data.length))
    socket.on('message', (data: Buffer, isBinary) => this.#receive({ data, isBinary }))
    socket.on('pong', () => (this.#isAlive = true))
    socket.on('error', () => socket.terminate())
    socket.on('close', (code) => this.#onClose(code))
    this.#every(PING_MS, () => this.#ping())
    this.#every(limits.tokenMs, () => inBackground('live token', this.#checkToken()))
    this.#every(Math.min(limits.idleMs, 1_000), () => this.#closeWhenIdle())
    const hello = setTimeout(() => this.#closeUngreeted(), limits.helloMs)
    this.#release.push(() => clearTimeout(hello))
    this.#takePlace(`network ${networkOf(addressOf(request))}`, limits.socketsPerNetwork)
  }

  #count(bytes: number): void {
    try {
      this.#received.take(bytes)
    } catch {
      if (this.#state.phase === 'closed') return this.#socket.terminate()
      this.#close(TRY_AGAIN_LATER, 'too much is being received')
      // Reads no more: the rest of the message would be buffered until the client closes its side.
      this.#socket.pause()
      setTimeout(() => this.#socket.terminate(), CLOSING_MS).unref()
    }
  }

  #receive(incoming: Incoming): void {
    this.#received.endMessage()
    if (!this.#flow.takeMessage()) return this.#close(LIVE_CLOSE.flood, 'too many messages')
    this.#heardAt = performance.now()
    if (this.#state.phase === 'closed') return
    this.#waiting.push(incoming)
    if (!this.#isTaking) return inBackground('live message', this.#takeAll())
    const bytes = this.#waiting.reduce((sum, { data }) => sum + data.length, 0)
    if (bytes > WAITING_MAX_BYTES) this.#close(LIVE_CLOSE.flood, 'too much at once')
  }

  /** Handles the messages one after the other, in the order received. */
  async #takeAll(): Promise<void> {
    this.#isTaking = true
    try {
      for (let next = this.#waiting.shift(); next; next = this.#waiting.shift()) {
        if (this.#state.phase === 'new') await this.#greet(next)
        else if (this.#state.phase === 'open') await this.#take(this.#state.session, next)
      }
    } catch (error) {
      this.#request.log.error({ err: error }, 'live: a message failed')
      this.#close(1011, 'the server failed')
    } finally {
      this.#isTaking = false
      this.#received.settle()
    }
  }

  async #greet({ data, isBinary }: Incoming): Promise<void> {
    const message = isBinary ? undefined : jsonOf(data)
    // Checked before the rest, which may differ in another version.
    const { version = LIVE_VERSION } = anyHello.safeParse(message).data ?? {}
    if (version !== LIVE_VERSION)
      return this.#close(LIVE_CLOSE.version, `version ${LIVE_VERSION} is spoken here`)
    const hello = liveHello.safeParse(message).data
    if (!hello) return this.#close(LIVE_CLOSE.unauthenticated, 'say hello first')
    this.#state = { phase: 'greeting' }
    await this.#welcome(hello)
  }

  async #welcome(hello: LiveHello): Promise<void> {
    const { live, limits } = this.#parts
    const caller = await this.#callerOf(hello)
    if (this.#state.phase !== 'greeting' || !caller) return
    if (
      !this.#takePlace(
        `caller ${caller.id}`,
        caller.id === 'anonymous' ? limits.socketsPerNetwork : limits.socketsPerCaller,
      )
    )
      return
    const session = live.open(caller, localeOf(hello.locale), this.#line)
    this.#state = { phase: 'open', session, token: hello.token }
    this.#line.send({
      type: 'ready',
      version: LIVE_VERSION,
      limits: {
        frameMaxBytes: LIVE_FRAME_MAX_BYTES,
        turnMaxSeconds: LIVE_TURN_MAX_SECONDS,
        idleSeconds: limits.idleMs / 1_000,
      },
    })
  }

  /** Returns undefined if the socket was closed because the hello was not authenticated. */
  async #callerOf({ token, sessionId }: LiveHello): Promise<Caller | undefined> {
    const ip = addressOf(this.#request)
    if (token === undefined) return visitor(sessionId, ip)
    try {
      return await this.#parts.accounts.callerOf(token, ip)
    } catch (error) {
      if (!(error instanceof DomainError))
        this.#request.log.error({ err: error }, 'live: who asks is not known')
      this.#close(
        error instanceof DomainError ? LIVE_CLOSE.unauthenticated : 1011,
        error instanceof DomainError ? 'the session has ended' : 'the server failed',
      )
      return undefined
    }
  }

  async #take(session: LiveSession, { data, isBinary }: Incoming): Promise<void> {
    if (isBinary) return this.#takeSound(session, data)
    const request = liveRequest.safeParse(jsonOf(data)).data
    if (!request) return this.#close(LIVE_CLOSE.malformed, 'not a message of this protocol')
    // A user who has signed out or whose session was revoked elsewhere cannot start another turn.
    if (request.type === 'turn') await this.#checkToken()
    if (this.#isOpen()) session.take(request, data.length)
  }

  #takeSound(session: LiveSession, data: Buffer): void {
    if (data.length > LIVE_FRAME_MAX_BYTES || data.length % 2 !== 0 || data.length === 0) {
      return this.#close(
        LIVE_CLOSE.malformed,
        `a frame holds whole samples, ${LIVE_FRAME_MAX_BYTES} bytes at most`,
      )
    }
    if (!this.#flow.takeSound(data.length)) return this.#close(LIVE_CLOSE.flood, 'too much sound')
    if (!session.takeSound(data)) this.#close(LIVE_CLOSE.malformed, 'sound of no turn')
  }

  async #checkToken(): Promise<void> {
    if (this.#state.phase !== 'open' || this.#state.token === undefined) return
    const { token } = this.#state
    await this.#callerOf({ type: 'hello', version: LIVE_VERSION, token })
  }

  #takePlace(name: string, limit: number): boolean {
    const release = this.#parts.sockets.take(name, limit)
    if (release) this.#release.push(release)
    else this.#close(LIVE_CLOSE.flood, 'too many sockets')
    return release !== undefined
  }

  #ping(): void {
    if (!this.#isAlive) return this.#socket.terminate()
    this.#isAlive = false
    this.#socket.ping()
  }

  #closeUngreeted(): void {
    if (this.#state.phase === 'new') this.#close(LIVE_CLOSE.unauthenticated, 'no hello came')
  }

  #closeWhenIdle(): void {
    const { limits } = this.#parts
    if (this.#received.unfinishedFor() > MESSAGE_WITHIN_MS)
      return this.#close(LIVE_CLOSE.flood, 'a message did not end')
    const isBusy = this.#state.phase === 'open' && this.#state.session.isBusy
    if (!isBusy && performance.now() - this.#heardAt >= limits.idleMs)
      this.#close(LIVE_CLOSE.idle, 'nothing came')
  }

  #isOpen(): boolean {
    return this.#state.phase === 'open'
  }

  #close(code: number, reason: string): void {
    this.#socket.close(code, reason)
    this.#end()
  }

  #onClose(code: number): void {
    this.#end()
    this.#waiting = []
    this.#received.forget()
    const seconds = Math.round((performance.now() - this.#openedAt) / 1_000)
    this.#request.log.info({ route: '/api/live', code, seconds }, 'socket closed')
  }

  #end(): void {
    if (this.#state.phase === 'open') this.#state.session.leave()
    this.#state = { phase: 'closed' }
    for (const release of this.#release.splice(0)) release()
  }

  #every(ms: number, work: () => void): void {
    const timer = setInterval(work, ms).unref()
    this.#release.push(() => clearInterval(timer))
  }
}

function jsonOf(data: Buffer): unknown {
  try {
    const text = data.toString('utf8')
    return cleanParsedJson(JSON.parse(text), text)
  } catch {
    return undefined
  }
}

import type { WebSocket } from 'ws'
import type { FastifyRequest } from 'fastify'
import type { MessageLimiter } from '#domain/voice/socket-turns/index.ts'
import { inBackground } from '#lib/background.ts'
import { PacedSocket } from './paced-socket.ts'
import { ReceivedBytes } from './received-bytes.ts'
import type { SocketCount } from './socket-count.ts'

/** Interval of the pings that detect a lost connection. */
const PING_MS = 20_000
/** Limit of buffered messages while one is being handled: the largest message and some audio. */
const MAX_WAITING_BYTES = 5 * 1024 * 1024
/** Timeout for receiving a whole message, as for a body of HTTP. */
const MESSAGE_WITHIN_MS = 30_000
/** Time in which a client can receive the reason why its socket is closed. */
const CLOSING_MS = 1_000
/** The close code for "try again later", registered at IANA as an addition to RFC 6455. */
const TRY_AGAIN_LATER = 1013
const SERVER_FAILED = 1011

export interface IncomingMessage {
  readonly data: Buffer
  readonly isBinary: boolean
}

export interface SocketProtocol {
  /** path in the log */
  readonly route: string
  /** close codes for a client that exceeds limits, and for one that sends nothing */
  readonly close: { readonly flood: number; readonly idle: number }
  readonly idleMs: number
  readonly limiter: MessageLimiter
  readonly sockets: SocketCount
  /** Handles a message; the next one waits. */
  handleMessage(message: IncomingMessage): Promise<void>
  /** True while the server works for the client, so that silence is not idle. */
  isBusy(): boolean
  /** Called once, when the socket is being closed. */
  onEnd(): void
}

/**
 * A WebSocket with the limits that every one of this server has: rate and size of messages, bytes in memory, idle
 * time, lost connections. Passes messages to its protocol in the order received, one after the other.
 */
export class GuardedSocket {
  readonly pacedSocket: PacedSocket
  readonly #socket: WebSocket
  readonly #request: FastifyRequest
  readonly #protocol: SocketProtocol
  readonly #received: ReceivedBytes
  /** times of the monotonic clock, in ms */
  readonly #openedAt: number
  readonly #release: (() => void)[] = []
  #waiting: IncomingMessage[] = []
  #keptBytes = 0
  #isTaking = false
  #isClosed = false
  #heardAt: number
  #isAlive = true

  constructor(socket: WebSocket, request: FastifyRequest, protocol: SocketProtocol) {
    this.#socket = socket
    this.#request = request
    this.#protocol = protocol
    this.pacedSocket = new PacedSocket(socket, {
      onStalled: () => socket.terminate(),
      onUnread: () => this.#closeUnread(),
    })
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
    this.every(PING_MS, () => this.#ping())
    this.every(Math.min(protocol.idleMs, 1_000), () => this.#closeWhenIdle())
  }

  get isClosed(): boolean {
    return this.#isClosed
  }

  /** Runs work in intervals, until the socket is closed. */
  every(ms: number, work: () => void): void {
    const timer = setInterval(work, ms).unref()
    this.#release.push(() => clearInterval(timer))
  }

  /** Runs work once, unless the socket is closed before. */
  after(ms: number, work: () => void): void {
    const timer = setTimeout(work, ms).unref()
    this.#release.push(() => clearTimeout(timer))
  }

  /** Counts the socket under a name until it is closed. Closes it and returns false beyond the limit. */
  countSocket(name: string, limit: number): boolean {
    const release = this.#protocol.sockets.addSocket(name, limit)
    if (release) this.#release.push(release)
    else this.close(this.#protocol.close.flood, 'too many sockets')
    return release !== undefined
  }

  close(code: number, reason: string): void {
    this.#socket.close(code, reason)
    this.#end()
  }

  /** Sets the bytes that the protocol keeps for the client, until the socket is closed. Closes it beyond the limit. */
  keep(bytes: number): void {
    const more = bytes - this.#keptBytes
    if (more <= 0 || this.#isClosed) return this.#releaseKept(-more)
    try {
      this.#request.countBody(more)
      this.#keptBytes = bytes
    } catch {
      this.close(TRY_AGAIN_LATER, 'too much is kept')
    }
  }

  #releaseKept(bytes: number): void {
    const released = Math.min(Math.max(0, bytes), this.#keptBytes)
    this.#keptBytes -= released
    this.#request.releaseBody(released)
  }

  /** What waits is dropped soon: the client would have to read all of it before the close frame. */
  #closeUnread(): void {
    if (this.#isClosed) return
    this.close(TRY_AGAIN_LATER, 'too much is unread')
    setTimeout(() => this.#socket.terminate(), CLOSING_MS).unref()
  }

  #count(bytes: number): void {
    try {
      this.#received.countChunk(bytes)
    } catch {
      if (this.#isClosed) return this.#socket.terminate()
      this.close(TRY_AGAIN_LATER, 'too much is being received')
      // Reads no more: the rest of the message would be buffered until the client closes its side.
      this.#socket.pause()
      setTimeout(() => this.#socket.terminate(), CLOSING_MS).unref()
    }
  }

  #receive(incoming: IncomingMessage): void {
    const { limiter, close } = this.#protocol
    this.#received.endMessage()
    if (!limiter.takeMessage()) return this.close(close.flood, 'too many messages')
    this.#heardAt = performance.now()
    if (this.#isClosed) return
    this.#waiting.push(incoming)
    if (!this.#isTaking) return inBackground('socket message', this.#takeAll())
    const bytes = this.#waiting.reduce((sum, { data }) => sum + data.length, 0)
    if (bytes > MAX_WAITING_BYTES) this.close(close.flood, 'too much at once')
  }

  /** Handles the messages one after the other, in the order received. */
  async #takeAll(): Promise<void> {
    this.#isTaking = true
    try {
      for (let next = this.#waiting.shift(); next; next = this.#waiting.shift())
        if (!this.#isClosed) await this.#protocol.handleMessage(next)
    } catch (error) {
      this.#request.log.error({ err: error, route: this.#protocol.route }, 'a message failed')
      this.close(SERVER_FAILED, 'the server failed')
    } finally {
      this.#isTaking = false
      this.#received.settle()
    }
  }

  #ping(): void {
    if (!this.#isAlive) return this.#socket.terminate()
    this.#isAlive = false
    this.#socket.ping()
  }

  #closeWhenIdle(): void {
    const { close, idleMs } = this.#protocol
    if (this.#received.unfinishedFor() > MESSAGE_WITHIN_MS)
      return this.close(close.flood, 'a message did not end')
    if (!this.#protocol.isBusy() && performance.now() - this.#heardAt >= idleMs)
      this.close(close.idle, 'nothing came')
  }

  #onClose(code: number): void {
    this.#end()
    this.#waiting = []
    this.#received.forget()
    const seconds = Math.round((performance.now() - this.#openedAt) / 1_000)
    this.#request.log.info({ route: this.#protocol.route, code, seconds }, 'socket closed')
  }

  #end(): void {
    if (!this.#isClosed) this.#protocol.onEnd()
    this.#isClosed = true
    this.#releaseKept(this.#keptBytes)
    for (const release of this.#release.splice(0)) release()
  }
}

import { WebSocket } from 'ws'
import type { ProviderFailure } from '../failure.ts'
import { cutAnswer, failureOfConnection, failureOfStatus, type ProviderName, timedOut } from './failures.ts'

/** Maximum size of a vendor's message, in bytes. */
const MAX_MESSAGE_BYTES = 1024 * 1024
/** Audio that waits for a connection that does not accept it, in bytes: more than a minute. */
const MAX_BUFFER_BYTES = 4 * 1024 * 1024
/** Time in which a vendor can respond to a close, in ms. */
const CLOSING_MS = 1_000

export interface VendorSocketOptions {
  readonly provider: ProviderName
  /** http or https */
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  /** until the connection is open, in ms */
  readonly timeoutMs: number
  /** interval of pings, in ms: a vendor that does not respond by the next one is lost; absent: none are sent */
  readonly pingMs?: number
  /** true: the vendor sends JSON in binary messages; default: those are ignored */
  readonly hasBinaryJson?: boolean
  /** Returns the failure for a close of the vendor; undefined: the connection broke off. */
  readonly failureOfClose?: (code: number, reason: string) => ProviderFailure | undefined
  readonly signal: AbortSignal
  /** sent before we close the connection, for vendors that bill a session until they receive it */
  readonly farewell?: string
  /** called with each message as JSON; others are ignored */
  readonly onMessage: (message: unknown) => void
  /** Called once, when the connection has ended: with a failure unless it was closed or aborted by us. */
  readonly onEnd: (failure: ProviderFailure | undefined) => void
}

/** A WebSocket to a vendor. Messages wait until it is open. Never throws. */
export class VendorSocket {
  readonly #socket: WebSocket
  readonly #options: VendorSocketOptions
  readonly #abort = () => this.close()
  #waiting: (string | Uint8Array)[] = []
  #waitingBytes = 0
  #isOver = false
  #pinging: NodeJS.Timeout | undefined
  #isAlive = true

  constructor(options: VendorSocketOptions) {
    this.#options = options
    const { url, headers, timeoutMs, signal } = options
    this.#socket = new WebSocket(url.replace(/^http/, 'ws'), {
      headers,
      handshakeTimeout: timeoutMs,
      maxPayload: MAX_MESSAGE_BYTES,
      perMessageDeflate: false,
      // A key must not be sent to another address.
      followRedirects: false,
    })
    this.#socket.on('open', () => this.#onOpen())
    this.#socket.on('message', (data: Buffer, isBinary) => {
      if ((!isBinary || options.hasBinaryJson === true) && !this.#isOver) this.#receive(data.toString('utf8'))
    })
    this.#socket.on('unexpected-response', (_request, response) => {
      response.resume()
      this.#end(failureOfStatus(options.provider, response.statusCode ?? 0, response.headers, undefined))
    })
    this.#socket.on('pong', () => (this.#isAlive = true))
    this.#socket.on('error', (error) => this.#end(this.#failureOf(error)))
    this.#socket.on('close', (code, reason) =>
      this.#end(options.failureOfClose?.(code, reason.toString('utf8')) ?? cutAnswer(options.provider)),
    )
    if (signal.aborted) this.close()
    else signal.addEventListener('abort', this.#abort, { once: true })
  }

  send(data: string | Uint8Array): void {
    if (this.#isOver) return
    if (this.#socket.readyState === WebSocket.OPEN) {
      if (this.#socket.bufferedAmount > MAX_BUFFER_BYTES) return this.#end(timedOut(this.#options.provider))
      this.#socket.send(data, ignoreFailure)
      return
    }
    this.#waiting.push(data)
    this.#waitingBytes += data.length
    if (this.#waitingBytes > MAX_BUFFER_BYTES) this.#end(timedOut(this.#options.provider))
  }

  /** Ends the connection without a failure. */
  close(): void {
    this.#end(undefined)
  }

  /** Ends the connection with a failure, for example one that the vendor reported. */
  fail(failure: ProviderFailure): void {
    this.#end(failure)
  }

  #onOpen(): void {
    if (this.#isOver) return
    const { pingMs } = this.#options
    if (pingMs !== undefined) this.#pinging = setInterval(() => this.#ping(), pingMs).unref()
    for (const data of this.#waiting) this.#socket.send(data, ignoreFailure)
    this.#waiting = []
  }

  #ping(): void {
    if (!this.#isAlive) return this.#end(timedOut(this.#options.provider))
    this.#isAlive = false
    this.#socket.ping()
  }

  #receive(text: string): void {
    let message: unknown
    try {
      message = JSON.parse(text)
    } catch {
      return
    }
    this.#options.onMessage(message)
  }

  #failureOf(error: Error): ProviderFailure {
    const { provider } = this.#options
    if (error.message.includes('handshake has timed out')) return timedOut(provider)
    const isOpen = this.#socket.readyState !== WebSocket.CONNECTING
    return failureOfConnection(provider, error, isOpen ? 'after-headers' : 'before-headers')
  }

  #end(failure: ProviderFailure | undefined): void {
    if (this.#isOver) return
    this.#isOver = true
    clearInterval(this.#pinging)
    this.#waiting = []
    this.#options.signal.removeEventListener('abort', this.#abort)
    if (this.#socket.readyState === WebSocket.OPEN) {
      if (this.#options.farewell !== undefined) this.#socket.send(this.#options.farewell, ignoreFailure)
      this.#socket.close()
      setTimeout(() => this.#socket.terminate(), CLOSING_MS).unref()
    } else this.#socket.terminate()
    this.#options.onEnd(failure)
  }
}

/** The end of the connection reports it. */
const ignoreFailure = () => {}

import { createParser, type EventSourceMessage } from 'eventsource-parser'
import type { Dispatcher } from 'undici'
import { Agent } from '#lib/http-client.ts'
import {
  brokenProtocol,
  MAX_ERROR_BODY_BYTES,
  failureOfConnection,
  failureOfStatus,
  timedOut,
  type ProviderName,
} from './failures.ts'

/** How a response's bytes are split into events. */
export interface EventFraming {
  /** of the response */
  readonly mediaType: string
  /** whether the parser judges by the bytes, so that another media type in the response is accepted */
  readonly acceptsAnyType?: boolean
  /** Returns a parser that is fed packet by packet. It throws for bytes that are no event. */
  open(onEvent: (event: EventSourceMessage) => void): EventParser
}

export interface EventParser {
  feed(packet: Buffer): void
  /** Called at the end of the response: emits an event that lacks its last line break. */
  end?(): void
}

/** Longest single event that is read, in UTF-16 code units. */
export const MAX_EVENT_LENGTH = 4 * 1024 * 1024

/** Server-sent events. */
export const SERVER_SENT_EVENTS: EventFraming = {
  mediaType: 'text/event-stream',
  open(onEvent) {
    // A character may begin in one packet and end in the next.
    const decoder = new TextDecoder()
    const parser = createParser({ onEvent, maxBufferSize: MAX_EVENT_LENGTH })
    return {
      feed: (packet) => parser.feed(decoder.decode(packet, { stream: true })),
      end: () => parser.feed(`${decoder.decode()}\n\n`),
    }
  },
}

/** A POST request with a response of events. */
export interface EventCall {
  readonly provider: ProviderName
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: object
  /** default: server-sent events */
  readonly framing?: EventFraming
  /** default: connections to any address */
  readonly dispatcher?: Dispatcher | undefined
  /** until headers, and between two events */
  readonly timeoutMs: number
}

/** Receives the events of a protocol as soon as they arrive. Errors that it throws fail the request. */
export interface EventReader {
  /** Handles an event. Returns true for the last one of the protocol. */
  readEvent(event: EventSourceMessage): boolean
  /** Called at the end of the stream, with or without a last event. */
  end(): void
}

/**
 * Limits of the data that is drained after a protocol's end, in bytes and in ms, before its connection is
 * closed.
 */
const MAX_REST_BYTES = 64 * 1024
const REST_TIMEOUT_MS = 2_000

/**
 * How long an idle connection stays open, in ms, unless its server states a time: long enough for the next
 * turn of a conversation, to avoid another TLS handshake. undici's default is 4 s.
 */
export const CONNECTION_KEPT_MS = 60_000

/**
 * HTTP/1.1 only: closing the connection cancels the upstream request, which the tests verify. The time limit
 * is implemented here, because undici's own has a resolution of one second and counts comments as events.
 */
const connections = new Agent({ allowH2: false, keepAliveTimeout: CONNECTION_KEPT_MS })

/**
 * Sends the request and passes the events of the response to the reader; resolves at the end, and the
 * connection is then reused. Rejects with ProviderFailure or the reader's error, with any error when `signal`
 * aborts, and closes the connection.
 */
export async function postForEvents(
  call: EventCall,
  reader: EventReader,
  signal: AbortSignal,
): Promise<void> {
  const limit = startTimeLimit(call.timeoutMs, signal)
  const response = new EventResponse(call, reader, limit)
  const cancel = () => response.fail(limit.signal.reason)
  limit.signal.addEventListener('abort', cancel)
  try {
    if (limit.signal.aborted) cancel()
    else send(call, response)
    await response.ended
  } catch (error) {
    throw limit.hasPassed ? timedOut(call.provider) : error
  } finally {
    limit.signal.removeEventListener('abort', cancel)
    limit.stop()
  }
}

function send(
  { provider, url, headers, body, framing = SERVER_SENT_EVENTS, dispatcher = connections }: EventCall,
  response: EventResponse,
): void {
  try {
    const { origin, pathname, search } = new URL(url)
    dispatcher.dispatch(
      {
        origin,
        path: pathname + search,
        method: 'POST',
        headers: { ...headers, 'content-type': 'application/json', accept: framing.mediaType },
        body: jsonText(body),
        headersTimeout: 0,
        bodyTimeout: 0,
      },
      response,
    )
  } catch (error) {
    response.fail(failureOfConnection(provider, error, 'before-headers'))
  }
}

/**
 * Handles a response of undici packet by packet, without a stream in between, because every token takes this
 * path.
 *
 *     waiting ─200─▶ reading ─last event─▶ over (the rest is drained)
 *        └─other status─▶ refused ──end───▶ over
 */
class EventResponse implements Dispatcher.DispatchHandler {
  readonly #provider: ProviderName
  readonly #reader: EventReader
  readonly #limit: TimeLimit
  readonly #ended = Promise.withResolvers<void>()
  readonly #framing: EventFraming
  readonly #parser: EventParser
  #controller: Dispatcher.DispatchController | undefined
  #errorResponse: ErrorResponse | undefined
  #hasHeaders = false
  #isOver = false
  #restBytes = 0
  #restTimer: NodeJS.Timeout | undefined

  constructor({ provider, framing = SERVER_SENT_EVENTS }: EventCall, reader: EventReader, limit: TimeLimit) {
    this.#provider = provider
    this.#framing = framing
    this.#parser = framing.open((event) => this.#passEvent(event))
    this.#reader = reader
    this.#limit = limit
  }

  /** Resolves when all was read, and rejects when that is not to be. */
  get ended(): Promise<void> {
    return this.#ended.promise
  }

  /** Fails the request. Does nothing if it is over. */
  fail(reason: unknown): void {
    if (this.#isOver) return
    this.#isOver = true
    this.#ended.reject(reason)
    this.#close()
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    this.#controller = controller
    // It was aborted before there was a connection.
    if (this.#isOver) this.#close()
  }

  onResponseStart(
    _controller: Dispatcher.DispatchController,
    status: number,
    headers: Dispatcher.ResponseData['headers'],
  ): void {
    // Informational responses (1xx) may precede the response.
    if (status < 200) return
    this.#hasHeaders = true
    if (status >= 300) this.#errorResponse = { status, headers, packets: [], bytes: 0 }
    else if (
      !this.#framing.acceptsAnyType &&
      !String(headers['content-type']).startsWith(this.#framing.mediaType)
    )
      this.fail(brokenProtocol(this.#provider, 'the answer is not a stream of events'))
  }

  onResponseData(_controller: Dispatcher.DispatchController, packet: Buffer): void {
    if (this.#isOver) return this.#drain(packet)
    if (this.#errorResponse) return this.#appendError(this.#errorResponse, packet)
    try {
      this.#parser.feed(packet)
    } catch {
      this.fail(brokenProtocol(this.#provider, 'an event is damaged or too long'))
    }
  }

  onResponseEnd(): void {
    clearTimeout(this.#restTimer)
    if (this.#errorResponse) return this.#failWithStatus(this.#errorResponse)
    try {
      if (!this.#isOver) this.#parser.end?.()
    } catch {
      return this.fail(brokenProtocol(this.#provider, 'the answer is neither a stream of events nor JSON'))
    }
    this.#end()
  }

  onResponseError(_controller: Dispatcher.DispatchController, error: Error): void {
    clearTimeout(this.#restTimer)
    this.fail(
      failureOfConnection(this.#provider, error, this.#hasHeaders ? 'after-headers' : 'before-headers'),
    )
  }

  #passEvent(event: EventSourceMessage): void {
    if (this.#isOver) return
    try {
      if (!this.#reader.readEvent(event)) return this.#limit.restart()
      this.#restTimer = setTimeout(() => this.#close(), REST_TIMEOUT_MS).unref()
      this.#end()
    } catch (error) {
      this.fail(error)
    }
  }

  #end(): void {
    if (this.#isOver) return
    try {
      this.#reader.end()
    } catch (error) {
      return this.fail(error)
    }
    this.#isOver = true
    this.#ended.resolve()
  }

  /** Drains the data after the last event, so that the connection can be reused. */
  #drain({ length }: Buffer): void {
    this.#restBytes += length
    if (this.#restBytes > MAX_REST_BYTES) this.#close()
  }

  #appendError(response: ErrorResponse, packet: Buffer): void {
    response.packets.push(packet)
    response.bytes += packet.length
    if (response.bytes > MAX_ERROR_BODY_BYTES) this.#failWithStatus({ ...response, packets: [] })
  }

  #failWithStatus({ status, headers, packets }: ErrorResponse): void {
    const body = parseJson(Buffer.concat(packets).toString('utf8'))
    this.fail(failureOfStatus(this.#provider, status, headers, body))
  }

  #close(): void {
    this.#controller?.abort(new Error('no reader is left'))
  }
}

/** A response with an error status, and its body. */
interface ErrorResponse {
  readonly status: number
  readonly headers: Dispatcher.ResponseData['headers']
  readonly packets: Buffer[]
  bytes: number
}

/**
 * Returns JSON that vendors accept. Lone surrogates, for example of an emoji that was split, are replaced,
 * because vendors reject them.
 */
export function jsonText(value: object): string {
  return JSON.stringify(value, (_key, field: unknown) =>
    typeof field === 'string' ? field.toWellFormed() : field,
  )
}

/** Undefined for text that is no JSON. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text) as unknown
  } catch {
    return undefined
  }
}

/** A timeout that is restarted by any activity. */
interface TimeLimit {
  /** aborts when the limit has passed, or with the signal that the limit was started with */
  readonly signal: AbortSignal
  readonly hasPassed: boolean
  restart(): void
  stop(): void
}

export function startTimeLimit(ms: number, signal: AbortSignal): TimeLimit {
  const passed = new AbortController()
  let lastSign = performance.now()
  // Each token is activity. Checking for activity when the timer expires costs less than restarting the
  // timer.
  const look = () => {
    const leftMs = lastSign + ms - performance.now()
    if (leftMs <= 0) passed.abort()
    else timer = setTimeout(look, leftMs)
  }
  let timer = setTimeout(look, ms)
  return {
    signal: AbortSignal.any([signal, passed.signal]),
    get hasPassed() {
      return passed.signal.aborted
    },
    restart: () => void (lastSign = performance.now()),
    stop: () => clearTimeout(timer),
  }
}

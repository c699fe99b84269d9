import { createParser, type EventSourceMessage } from 'eventsource-parser'
import { Agent, type Dispatcher } from 'undici'
import {
  brokenProtocol,
  ERROR_BODY_MAX_BYTES,
  failureOfConnection,
  failureOfStatus,
  timedOut,
  type ProviderName,
} from './failures.ts'
import { startTimeLimit, type TimeLimit } from './time-limit.ts'

/** A POST that is answered with server-sent events. */
export interface EventCall {
  readonly provider: ProviderName
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: object
  /** until headers, and between two events */
  readonly timeoutMs: number
}

/** Somebody who reads a protocol's events in the moment in which they come. What it throws fails the call. */
export interface EventReader {
  /** True for the event after which the protocol sends nothing more. */
  take(event: EventSourceMessage): boolean
  /** There are no more events, whether or not the last one was among them. */
  end(): void
}

/** Longest single event that is read, in UTF-16 code units. */
const EVENT_MAX_LENGTH = 4 * 1024 * 1024
/** How much is let pass of what comes after a protocol's end, in bytes, and for how long, before its connection is closed. */
const REST_MAX_BYTES = 64 * 1024
const REST_TIMEOUT_MS = 2_000

/**
 * How long a connection stays open that nobody uses, unless its server says how long: from one turn of a talk to the next, so
 * that nobody waits for a handshake with the vendor. undici's own is 4 s.
 */
export const CONNECTION_KEPT_MS = 60_000

/**
 * HTTP/1.1 alone: closing the connection is how an upstream is told to stop, and that is what the tests prove. The
 * time limit is kept here, since undici's own is a second too coarse and takes a comment for an event.
 */
const connections = new Agent({ allowH2: false, keepAliveTimeout: CONNECTION_KEPT_MS })

/**
 * Has the events of the answer read; resolves when that is done, and the connection is kept for reuse then. Rejects with
 * ProviderFailure or what the reader throws, with anything when `signal` aborts, and the connection is closed.
 */
export async function postForEvents(
  call: EventCall,
  reader: EventReader,
  signal: AbortSignal,
): Promise<void> {
  const limit = startTimeLimit(call.timeoutMs, signal)
  const answer = new EventAnswer(call.provider, reader, limit)
  const cancel = () => answer.fail(limit.signal.reason)
  limit.signal.addEventListener('abort', cancel)
  try {
    if (limit.signal.aborted) cancel()
    else send(call, answer)
    await answer.ended
  } catch (error) {
    throw limit.hasPassed ? timedOut(call.provider) : error
  } finally {
    limit.signal.removeEventListener('abort', cancel)
    limit.stop()
  }
}

function send({ provider, url, headers, body }: EventCall, answer: EventAnswer): void {
  try {
    const { origin, pathname, search } = new URL(url)
    connections.dispatch(
      {
        origin,
        path: pathname + search,
        method: 'POST',
        headers: { ...headers, 'content-type': 'application/json', accept: 'text/event-stream' },
        body: jsonText(body),
        headersTimeout: 0,
        bodyTimeout: 0,
      },
      answer,
    )
  } catch (error) {
    answer.fail(failureOfConnection(provider, error, 'before-headers'))
  }
}

/**
 * An answer as undici hands it over, packet by packet, without a stream between: this is the path of every token.
 *
 *     waiting ─200─▶ reading ─last event─▶ over (what is left is let pass)
 *        └─other status─▶ refused ──end───▶ over
 */
class EventAnswer implements Dispatcher.DispatchHandler {
  readonly #provider: ProviderName
  readonly #reader: EventReader
  readonly #limit: TimeLimit
  readonly #ended = Promise.withResolvers<void>()
  // A character may begin in one packet and end in the next.
  readonly #decoder = new TextDecoder()
  readonly #parser = createParser({
    onEvent: (event) => this.#take(event),
    maxBufferSize: EVENT_MAX_LENGTH,
  })
  #controller: Dispatcher.DispatchController | undefined
  #refusal: Refusal | undefined
  #hasHeaders = false
  #isOver = false
  #restBytes = 0
  #restTimer: NodeJS.Timeout | undefined

  constructor(provider: ProviderName, reader: EventReader, limit: TimeLimit) {
    this.#provider = provider
    this.#reader = reader
    this.#limit = limit
  }

  /** Resolves when all was read, and rejects when that is not to be. */
  get ended(): Promise<void> {
    return this.#ended.promise
  }

  /** Nothing happens when it is over. */
  fail(reason: unknown): void {
    if (this.#isOver) return
    this.#isOver = true
    this.#ended.reject(reason)
    this.#close()
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    this.#controller = controller
    // It was given up before there was a connection.
    if (this.#isOver) this.#close()
  }

  onResponseStart(
    _controller: Dispatcher.DispatchController,
    status: number,
    headers: Dispatcher.ResponseData['headers'],
  ): void {
    // There may be word before the answer that it will come.
    if (status < 200) return
    this.#hasHeaders = true
    if (status !== 200) this.#refusal = { status, headers, said: [], bytes: 0 }
    else if (!String(headers['content-type']).startsWith('text/event-stream'))
      this.fail(brokenProtocol(this.#provider, 'the answer is not a stream of events'))
  }

  onResponseData(_controller: Dispatcher.DispatchController, packet: Buffer): void {
    if (this.#isOver) return this.#letPass(packet)
    if (this.#refusal) return this.#hear(this.#refusal, packet)
    try {
      this.#parser.feed(this.#decoder.decode(packet, { stream: true }))
    } catch {
      this.fail(brokenProtocol(this.#provider, 'an event is too long'))
    }
  }

  onResponseEnd(): void {
    clearTimeout(this.#restTimer)
    if (this.#refusal) this.#refuse(this.#refusal)
    else this.#end()
  }

  onResponseError(_controller: Dispatcher.DispatchController, error: Error): void {
    clearTimeout(this.#restTimer)
    this.fail(
      failureOfConnection(this.#provider, error, this.#hasHeaders ? 'after-headers' : 'before-headers'),
    )
  }

  #take(event: EventSourceMessage): void {
    if (this.#isOver) return
    try {
      if (!this.#reader.take(event)) return this.#limit.restart()
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

  /** What is left after the last event is read, so that the connection serves the next call. */
  #letPass({ length }: Buffer): void {
    this.#restBytes += length
    if (this.#restBytes > REST_MAX_BYTES) this.#close()
  }

  #hear(refusal: Refusal, packet: Buffer): void {
    refusal.said.push(packet)
    refusal.bytes += packet.length
    if (refusal.bytes > ERROR_BODY_MAX_BYTES) this.#refuse({ ...refusal, said: [] })
  }

  #refuse({ status, headers, said }: Refusal): void {
    const body = parseJson(Buffer.concat(said).toString('utf8'))
    this.fail(failureOfStatus(this.#provider, status, headers, body))
  }

  #close(): void {
    this.#controller?.abort(new Error('nobody reads this any more'))
  }
}

/** An answer with an error status, and what the provider says about it. */
interface Refusal {
  readonly status: number
  readonly headers: Dispatcher.ResponseData['headers']
  readonly said: Buffer[]
  bytes: number
}

/** JSON that vendors take: half of a surrogate pair, as of an emoji that was cut in two, is no text to them. */
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

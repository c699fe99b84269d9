import { createParser, type EventSourceMessage } from 'eventsource-parser'
import { Agent, request, type Dispatcher } from 'undici'
import { brokenProtocol, failureOfConnection, failureOfStatus, type ProviderName } from './failures.ts'

/** A POST that is answered with server-sent events. */
export interface EventCall {
  readonly provider: ProviderName
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: object
  /** until headers, and between two packets */
  readonly timeoutMs: number
  /** the event after which the protocol sends nothing more */
  isLast(event: EventSourceMessage): boolean
}

type Body = Dispatcher.ResponseData['body']

/** Longest single event that is read, in UTF-16 code units. */
const EVENT_MAX_LENGTH = 4 * 1024 * 1024
/** How much of an error's body is read, in bytes. */
const ERROR_MAX_BYTES = 64 * 1024
/** How long a finished answer's connection may take to become free for the next one. */
const RELEASE_TIMEOUT_MS = 2_000

/** HTTP/1.1 alone: closing the connection is how an upstream is told to stop, and that is what the tests prove. */
const connections = new Agent({ allowH2: false })

/**
 * The events of the answer, as they come; the caller's pace is the upstream's. Throws ProviderFailure, of any kind when
 * `signal` aborts. Leaving the loop before the last event closes the connection; after it, it is kept for reuse.
 */
export async function* postForEvents(
  call: EventCall,
  signal: AbortSignal,
): AsyncGenerator<EventSourceMessage, void, undefined> {
  const { statusCode, headers, body } = await send(call, signal)
  let isComplete = false
  try {
    if (statusCode !== 200) {
      throw failureOfStatus(call.provider, statusCode, headers, await errorBody(body, call.provider))
    }
    if (!String(headers['content-type']).startsWith('text/event-stream')) {
      throw brokenProtocol(call.provider, 'the answer is not a stream of events')
    }
    for await (const event of eventsOf(body, call.provider)) {
      isComplete = call.isLast(event)
      yield event
      if (isComplete) return
    }
  } finally {
    if (isComplete) release(body)
    else body.destroy()
  }
}

async function send(call: EventCall, signal: AbortSignal): Promise<Dispatcher.ResponseData> {
  try {
    return await request(call.url, {
      method: 'POST',
      headers: { ...call.headers, 'content-type': 'application/json', accept: 'text/event-stream' },
      body: JSON.stringify(call.body),
      headersTimeout: call.timeoutMs,
      bodyTimeout: call.timeoutMs,
      dispatcher: connections,
      signal,
    })
  } catch (error) {
    throw failureOfConnection(call.provider, error, 'before-headers')
  }
}

async function* eventsOf(
  body: Body,
  provider: ProviderName,
): AsyncGenerator<EventSourceMessage, void, undefined> {
  let parsed: EventSourceMessage[] = []
  const parser = createParser({ onEvent: (event) => parsed.push(event), maxBufferSize: EVENT_MAX_LENGTH })
  // A character may begin in one packet and end in the next.
  const decoder = new TextDecoder()
  for await (const chunk of packetsOf(body, provider)) {
    try {
      parser.feed(decoder.decode(chunk, { stream: true }))
    } catch {
      throw brokenProtocol(provider, 'an event is too long')
    }
    const events = parsed
    parsed = []
    yield* events
  }
}

async function* packetsOf(body: Body, provider: ProviderName): AsyncGenerator<Uint8Array, void, undefined> {
  try {
    for await (const chunk of body.iterator({ destroyOnReturn: false })) yield chunk as Uint8Array
  } catch (error) {
    throw failureOfConnection(provider, error, 'after-headers')
  }
}

/** Reads what is left of the body, without waiting for it, so that its connection serves the next call. */
function release(body: Body): void {
  body
    .dump({ limit: ERROR_MAX_BYTES, signal: AbortSignal.timeout(RELEASE_TIMEOUT_MS) })
    .catch(() => undefined)
}

export async function errorBody(body: Body, provider: ProviderName): Promise<unknown> {
  const chunks: Uint8Array[] = []
  let length = 0
  for await (const chunk of packetsOf(body, provider)) {
    chunks.push(chunk)
    length += chunk.length
    if (length > ERROR_MAX_BYTES) return undefined
  }
  return parseJson(Buffer.concat(chunks).toString('utf8'))
}

/** Undefined for text that is no JSON. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text) as unknown
  } catch {
    return undefined
  }
}

import { createParser, type EventSourceMessage } from 'eventsource-parser'
import { Agent, request, type Dispatcher } from 'undici'
import {
  brokenProtocol,
  failureOfConnection,
  failureOfStatus,
  timedOut,
  type ProviderName,
} from './failures.ts'
import { startTimeLimit } from './time-limit.ts'

/** A POST that is answered with server-sent events. */
export interface EventCall {
  readonly provider: ProviderName
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: object
  /** until headers, and between two events */
  readonly timeoutMs: number
  /** the event after which the protocol sends nothing more */
  isLast(event: EventSourceMessage): boolean
}

type Body = Dispatcher.ResponseData['body']

/** Longest single event that is read, in UTF-16 code units. */
const EVENT_MAX_LENGTH = 4 * 1024 * 1024
/** How much is read of an error's body, and of what comes after a protocol's end, in bytes. */
const REST_MAX_BYTES = 64 * 1024
/** How long a finished answer's connection may take to become free for the next one. */
const RELEASE_TIMEOUT_MS = 2_000

/**
 * HTTP/1.1 alone: closing the connection is how an upstream is told to stop, and that is what the tests prove. The
 * time limit is kept here, since undici's own is a second too coarse and takes a comment for an event.
 */
const connections = new Agent({ allowH2: false })

/**
 * The events of the answer, as they come; the caller's pace is the upstream's. Throws ProviderFailure, of any kind when
 * `signal` aborts. Leaving the loop before the last event closes the connection; after it, it is kept for reuse.
 */
export async function* postForEvents(
  call: EventCall,
  signal: AbortSignal,
): AsyncGenerator<EventSourceMessage, void, undefined> {
  const limit = startTimeLimit(call.timeoutMs, signal)
  try {
    const { headers, body } = await send(call, limit.signal)
    let isComplete = false
    try {
      for await (const event of eventsOf(body, headers, call.provider)) {
        isComplete = call.isLast(event)
        limit.pause()
        yield event
        if (isComplete) return
        limit.restart()
      }
    } finally {
      if (isComplete) release(body)
      else body.destroy()
    }
  } catch (error) {
    throw limit.hasPassed ? timedOut(call.provider) : error
  } finally {
    limit.stop()
  }
}

async function send(call: EventCall, signal: AbortSignal): Promise<Dispatcher.ResponseData> {
  const response = await connect(call, signal)
  const { statusCode, headers, body } = response
  // Whoever reads is told of an error by the iterator; one that comes when nobody reads must not end the process.
  body.on('error', () => undefined)
  if (statusCode === 200) return response
  const said = await errorBody(body, call.provider)
  throw failureOfStatus(call.provider, statusCode, headers, said)
}

async function connect(call: EventCall, signal: AbortSignal): Promise<Dispatcher.ResponseData> {
  try {
    return await request(call.url, {
      method: 'POST',
      headers: { ...call.headers, 'content-type': 'application/json', accept: 'text/event-stream' },
      body: jsonText(call.body),
      headersTimeout: 0,
      bodyTimeout: 0,
      dispatcher: connections,
      signal,
    })
  } catch (error) {
    throw failureOfConnection(call.provider, error, 'before-headers')
  }
}

async function* eventsOf(
  body: Body,
  headers: Dispatcher.ResponseData['headers'],
  provider: ProviderName,
): AsyncGenerator<EventSourceMessage, void, undefined> {
  if (!String(headers['content-type']).startsWith('text/event-stream')) {
    throw brokenProtocol(provider, 'the answer is not a stream of events')
  }
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
  body.dump({ limit: REST_MAX_BYTES, signal: AbortSignal.timeout(RELEASE_TIMEOUT_MS) }).catch(() => undefined)
}

/** What the provider says about an error, as JSON; undefined when it says no such thing, or too much. */
export async function errorBody(body: Body, provider: ProviderName): Promise<unknown> {
  const chunks: Uint8Array[] = []
  let length = 0
  for await (const chunk of packetsOf(body, provider)) {
    chunks.push(chunk)
    length += chunk.length
    if (length > REST_MAX_BYTES) {
      body.destroy()
      return undefined
    }
  }
  return parseJson(Buffer.concat(chunks).toString('utf8'))
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

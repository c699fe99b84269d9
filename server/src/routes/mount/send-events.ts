import { setTimeout as delay } from 'node:timers/promises'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { encodeEvent, PING } from '@vee/contract/stream/encode'
import type { ReplyEvent } from '@vee/contract/stream/reply-event'
import { isRetryable, presentError } from '#domain/present-error.ts'
import type { NumberedEvent } from '../route.ts'
import { drained, startStream } from './raw-stream.ts'

const PING_INTERVAL_MS = 15_000
/** An error before the first event is a plain JSON answer, if it comes within this time; then the headers must go. */
const HEADERS_WITHIN_MS = 250

const HEADERS = {
  'content-type': 'text/event-stream; charset=utf-8',
  'cache-control': 'no-store, no-transform',
  'x-accel-buffering': 'no',
}

/**
 * Streams events as they come. Nothing is checked or copied for each event: this is the path of every token. An error
 * before the headers is thrown; a later one becomes the last event.
 */
export async function sendEvents(
  request: FastifyRequest,
  reply: FastifyReply,
  events: AsyncIterable<NumberedEvent>,
): Promise<void> {
  const iterator = events[Symbol.asyncIterator]()
  const first = iterator.next()
  const isLate = Symbol('late')
  const soon = await Promise.race([first, delay(HEADERS_WITHIN_MS, isLate, { ref: false })])
  const raw = startStream(reply, HEADERS)
  if (soon === isLate) raw.flushHeaders()
  const ping = setInterval(() => {
    if (!raw.writableNeedDrain) raw.write(PING)
  }, PING_INTERVAL_MS)
  let lastId = 0
  try {
    for (let next = await first; !next.done && !raw.destroyed; next = await iterator.next()) {
      const { id, event } = next.value
      lastId = id
      if (!raw.write(encodeEvent(event, id))) await drained(raw)
    }
  } catch (error) {
    request.log.error({ err: error }, 'stream failed')
    raw.write(encodeEvent(errorEvent(error), lastId + 1))
  } finally {
    clearInterval(ping)
    await iterator.return?.()
    raw.end()
  }
}

function errorEvent(error: unknown): ReplyEvent {
  const { code, message } = presentError(error)
  return { type: 'error', error: code, message, retryable: isRetryable(code) }
}

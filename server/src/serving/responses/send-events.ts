import { setTimeout as delay } from 'node:timers/promises'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { encodeEvent, PING } from '@vee/contract/stream/encode'
import type { ReplyEvent } from '@vee/contract/stream/reply-event'
import { isRetryable, presentError } from '#domain/errors/present-error.ts'
import type { EventCursor } from './event-cursor.ts'
import { drained, startStream, writeChunk } from './raw-stream.ts'
import { inBackground } from '#lib/background.ts'

const PING_INTERVAL_MS = 15_000
/** Time limit in ms for a plain JSON error before the first event; after that the headers are sent. */
const HEADERS_WITHIN_MS = 250

const HEADERS = {
  'content-type': 'text/event-stream; charset=utf-8',
  'cache-control': 'no-store, no-transform',
  'x-accel-buffering': 'no',
}

/**
 * Streams events as they arrive. Nothing is validated, copied or awaited between an event and the socket,
 * because every token takes this path. An error before the headers is thrown; a later one becomes the last
 * event.
 */
export async function sendEvents(
  request: FastifyRequest,
  reply: FastifyReply,
  events: EventCursor,
): Promise<void> {
  const begun = Promise.withResolvers<void>()
  events.onMore(begun.resolve)
  let first = events.takeEvent()
  if (!first && !events.isOver) {
    await Promise.race([begun.promise, delay(HEADERS_WITHIN_MS, undefined, { ref: false })])
    first = events.takeEvent()
  }
  const raw = startStream(reply, HEADERS)
  if (first) raw.write(encodeEvent(first.event, first.id))
  else raw.flushHeaders()

  let lastId = first?.id ?? 0
  let isFull = false
  const hasRoom = () => !isFull && !raw.destroyed
  const sent = Promise.withResolvers<void>()
  const write = (text: string) => {
    const full = writeChunk(raw, text)
    if (!full) return
    isFull = true
    const goOn = async () => {
      await drained(full)
      isFull = false
      sendMore()
    }
    inBackground('stream drained', goOn())
  }
  const sendMore = () => {
    try {
      while (hasRoom()) {
        const next = events.takeEvent()
        if (!next) break
        lastId = next.id
        write(encodeEvent(next.event, next.id))
      }
      if (raw.destroyed || events.isOver) sent.resolve()
    } catch (error) {
      sent.reject(error)
    }
  }
  const ping = setInterval(() => {
    if (!isFull) write(PING)
  }, PING_INTERVAL_MS)
  raw.on('close', sendMore)
  events.onMore(sendMore)
  sendMore()
  try {
    await sent.promise
  } catch (error) {
    request.log.error({ err: error }, 'stream failed')
    raw.write(encodeEvent(errorEvent(error), lastId + 1))
  } finally {
    clearInterval(ping)
    events.close()
    raw.end()
  }
}

function errorEvent(error: unknown): ReplyEvent {
  const { code, message } = presentError(error)
  return { type: 'error', error: code, message, retryable: isRetryable(code) }
}

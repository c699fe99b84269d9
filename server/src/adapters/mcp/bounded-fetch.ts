import type { FetchLike } from '@modelcontextprotocol/sdk/shared/transport.js'

/** Maximum size of a message: the pictures that one run may return, in base64, with room for text. In bytes. */
const MAX_MESSAGE_BYTES = 32e6
const LINE_FEED = 10
const RETURN = 13

/**
 * Fetches like `fetch`, and fails a response whose message is larger than `maxBytes`: the SDK reads a message whole,
 * whatever a faulty server sends. Of an event stream each event counts by itself, so that a stream may stay open for days.
 */
export function boundedFetch(maxBytes = MAX_MESSAGE_BYTES): FetchLike {
  return async (url, init) => {
    const response = await fetch(url, init)
    if (!response.body) return response
    const isEvents = response.headers.get('content-type')?.startsWith('text/event-stream') === true
    const body = response.body.pipeThrough(limitOf(maxBytes, isEvents))
    return new Response(body, response)
  }
}

function limitOf(maxBytes: number, isEvents: boolean): TransformStream<Uint8Array, Uint8Array> {
  let bytes = 0
  let isLineEmpty = false
  return new TransformStream({
    transform(chunk, controller) {
      for (const byte of isEvents ? chunk : []) {
        if (byte === LINE_FEED) {
          if (isLineEmpty) bytes = 0
          isLineEmpty = true
        } else if (byte !== RETURN) isLineEmpty = false
      }
      bytes += chunk.length
      if (bytes > maxBytes) controller.error(new Error('The message of the tool server is too long.'))
      else controller.enqueue(chunk)
    },
  })
}

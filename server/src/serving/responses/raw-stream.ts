import type { OutgoingHttpHeaders, ServerResponse } from 'node:http'
import type { Writable } from 'node:stream'
import type { FastifyReply } from 'fastify'

/**
 * Hijacks the response from Fastify. Its headers are sent with the first bytes, or with `flushHeaders`.
 * Hijacked responses skip the onSend hooks, so the headers of earlier hooks (request id, security) are sent
 * here.
 */
export function startStream(reply: FastifyReply, headers: OutgoingHttpHeaders, status = 200): ServerResponse {
  reply.hijack()
  reply.raw.writeHead(status, { ...(reply.getHeaders() as OutgoingHttpHeaders), ...headers })
  return reply.raw
}

/**
 * Writes text as one chunk of the chunked encoding (RFC 9112, 7.1), in a single write: Node's own `write`
 * creates four parts and joins them, for each token. Call it only after the headers. Returns the full stream
 * to drain; undefined if there is room.
 */
export function writeChunk(raw: ServerResponse, text: string): Writable | undefined {
  const { socket } = raw
  // HTTP/1.0 has no chunks, and a pipelined response has no socket yet.
  if (!raw.chunkedEncoding || !socket) return raw.write(text) ? undefined : raw
  const length = Buffer.byteLength(text).toString(16)
  return socket.write(`${length}\r\n${text}\r\n`) ? undefined : socket
}

/** Resolves when a slow reader has caught up, or disconnected. */
export function drained(full: Writable): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  const settle = () => {
    full.off('drain', settle)
    full.off('close', settle)
    resolve()
  }
  full.on('drain', settle)
  full.on('close', settle)
  if (full.destroyed) settle()
  return promise
}

/** Returns a signal that aborts when the client disconnects before the response is complete. */
export function goneSignal(raw: ServerResponse): AbortSignal {
  const controller = new AbortController()
  raw.once('close', () => {
    if (!raw.writableEnded) controller.abort()
  })
  return controller.signal
}

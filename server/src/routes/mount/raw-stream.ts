import type { OutgoingHttpHeaders, ServerResponse } from 'node:http'
import type { Writable } from 'node:stream'
import type { FastifyReply } from 'fastify'

/**
 * Takes the response out of Fastify's hands. Its headers go with the first bytes, or with `flushHeaders`. Hijacked answers
 * skip the onSend hooks, so the headers that earlier hooks have set (request id, security) are sent here.
 */
export function startStream(reply: FastifyReply, headers: OutgoingHttpHeaders): ServerResponse {
  reply.hijack()
  reply.raw.writeHead(200, { ...(reply.getHeaders() as OutgoingHttpHeaders), ...headers })
  return reply.raw
}

/**
 * Writes text as one chunk of the chunked encoding (RFC 9112, 7.1), in one piece: Node's own `write` makes four of it and joins
 * them, for each token. Only after the headers. Returns what is full then and drains; undefined while there is room.
 */
export function writeChunk(raw: ServerResponse, text: string): Writable | undefined {
  const { socket } = raw
  // HTTP/1.0 knows no chunks, and an answer behind another on its connection has no socket yet.
  if (!raw.chunkedEncoding || !socket) return raw.write(text) ? undefined : raw
  const length = Buffer.byteLength(text).toString(16)
  return socket.write(`${length}\r\n${text}\r\n`) ? undefined : socket
}

/** Resolves when a slow reader has caught up, or has gone. */
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

/** Aborts when the caller goes away before the answer is complete. */
export function goneSignal(raw: ServerResponse): AbortSignal {
  const controller = new AbortController()
  raw.once('close', () => {
    if (!raw.writableEnded) controller.abort()
  })
  return controller.signal
}

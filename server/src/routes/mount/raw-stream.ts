import type { OutgoingHttpHeaders, ServerResponse } from 'node:http'
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

/** Resolves when a slow reader has caught up, or has gone. */
export function drained(raw: ServerResponse): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  const settle = () => {
    raw.off('drain', settle)
    raw.off('close', settle)
    resolve()
  }
  raw.on('drain', settle)
  raw.on('close', settle)
  if (raw.destroyed) settle()
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

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

/** Text that is sent bit by bit. */
interface TextStream {
  /** False when the reader is slow: see `drained`. */
  write(text: string): boolean
  end(): void
}

/**
 * Writes each text as one chunk of the chunked encoding, and in one piece: Node hands the length, the text and both line
 * ends to the system one by one, which takes a third of the server's time for a token. Only for a response whose
 * headers are decided, and nobody else may write to it.
 */
export function textStream(raw: ServerResponse): TextStream {
  // Node has decided it with the headers: a client of HTTP/1.0 gets none.
  if (!raw.chunkedEncoding) return { write: (text) => raw.write(text), end: () => raw.end() }
  raw.chunkedEncoding = false
  return {
    write: (text) => raw.write(`${Buffer.byteLength(text).toString(16)}\r\n${text}\r\n`),
    end: () => raw.end('0\r\n\r\n'),
  }
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

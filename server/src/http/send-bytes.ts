import type { FastifyReply, FastifyRequest } from 'fastify'
import { drained, startStream } from './raw-stream.ts'

/**
 * Streams bytes while they are generated. An error before the first byte is thrown; a later one closes the
 * connection, which is the only way to signal an incomplete response.
 */
export async function sendBytes(
  request: FastifyRequest,
  reply: FastifyReply,
  bytes: AsyncIterable<Uint8Array>,
  headers: Readonly<Record<string, string>>,
): Promise<void> {
  const iterator = bytes[Symbol.asyncIterator]()
  const first = await iterator.next()
  const raw = startStream(reply, headers)
  // Distinguishes a response that was cut off from one that never started.
  raw.flushHeaders()
  try {
    for (let next = first; !next.done && !raw.destroyed; next = await iterator.next()) {
      if (!raw.write(next.value)) await drained(raw)
    }
    raw.end()
  } catch (error) {
    request.log.error({ err: error }, 'stream failed')
    raw.destroy()
  } finally {
    await iterator.return?.()
  }
}

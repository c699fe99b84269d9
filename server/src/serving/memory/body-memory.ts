import type { Readable } from 'node:stream'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { networkOf } from '#lib/network.ts'
import { DomainError } from '#domain/errors/domain-error.ts'
import { addressOf } from '../identity.ts'
import { NetworkMemory, type NetworkMemoryLimits } from './network-memory.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /**
     * Counts bytes of this request's body until its response has ended. Throws a DomainError if the limit is
     * exceeded.
     */
    countBody: (bytes: number) => void
    /** Subtracts bytes that are no longer in memory. */
    releaseBody: (bytes: number) => void
  }
}

/**
 * Per network: two recordings of the largest size and some conversations. In total: as much as 1 GB of memory
 * allows.
 */
const BODY_MEMORY_LIMITS: NetworkMemoryLimits = {
  totalBytes: 192 * 1024 * 1024,
  networkBytes: 64 * 1024 * 1024,
}
/** Timeout for receiving a body that is buffered whole, in ms. */
const WHOLE_WITHIN_MS = 30_000

/**
 * Limits the memory for request bodies, per network and in total, from their first byte to the end of the
 * response. Handlers that read a body count it by `request.countBody`. A body that no parser reads is
 * discarded as it arrives.
 */
export function limitBodyMemory(
  server: FastifyInstance,
  limits: NetworkMemoryLimits = BODY_MEMORY_LIMITS,
): void {
  const memory = new NetworkMemory(limits, {
    network: 'Too much is being sent from this network at the same time.',
    total: 'The server is receiving too much at the moment.',
  })
  server.decorateRequest('countBody', () => undefined)
  server.decorateRequest('releaseBody', () => undefined)
  server.addHook('onRequest', async (request, reply) => {
    const network = networkOf(addressOf(request))
    let counted = 0
    request.countBody = (bytes) => {
      memory.reserveBytes(network, bytes)
      counted += bytes
    }
    request.releaseBody = (bytes) => {
      const released = Math.min(bytes, counted)
      counted -= released
      memory.release(network, released)
    }
    reply.raw.once('close', () => request.releaseBody(counted))
    // Before 'finish', at which Node itself would drop what has not been read.
    reply.raw.once('prefinish', () => discardRest(request.raw))
  })
  server.removeAllContentTypeParsers()
  server.addContentTypeParser('*', (_request, _payload, done) => done(null))
}

/**
 * Frees the memory of a piece that nobody uses any more. V8 collects pieces so late that 150 refused bodies of 8 MB took
 * 650 MB. The bytes of a piece that shares its memory stay until then.
 */
function free({ buffer, byteLength }: Buffer): void {
  if (buffer instanceof ArrayBuffer && buffer.byteLength === byteLength) buffer.transfer(0)
}

/** Discards what nobody reads of a body. */
function discardRest(payload: Readable): void {
  if (payload.readableEnded || payload.listenerCount('data') > 0) return
  payload.on('data', free)
  // Node would drop a body of which nothing has been read, without this listener.
  payload.read(0)
}

const tooLarge = () => new DomainError('TOO_LARGE', 'The body is larger than this call takes.')

/**
 * Buffers a whole body. Rejects with TOO_LARGE over `limit` bytes, with VALIDATION if it times out or is
 * aborted, and with the errors of `countBody`. Leaves the stream open: the rest is discarded after the
 * response.
 */
export function readWhole(
  request: FastifyRequest,
  payload: Readable,
  limit: number,
  withinMs = WHOLE_WITHIN_MS,
): Promise<Buffer> {
  const { promise, resolve, reject } = Promise.withResolvers<Buffer>()
  if (Number(request.headers['content-length'] ?? 0) > limit) return Promise.reject(tooLarge())
  const chunks: Buffer[] = []
  let length = 0
  const onData = (chunk: Buffer) => {
    length += chunk.length
    if (length > limit) return reject(tooLarge())
    try {
      request.countBody(chunk.length)
      chunks.push(chunk)
    } catch (error) {
      reject(error)
    }
  }
  const onEnd = () => resolve(Buffer.concat(chunks))
  const onBroken = () => reject(new DomainError('VALIDATION', 'The body broke off.'))
  const late = setTimeout(
    () => reject(new DomainError('VALIDATION', 'The body did not arrive in time.')),
    withinMs,
  ).unref()
  payload.on('data', onData).on('end', onEnd).on('error', onBroken).on('close', onBroken)
  return promise.finally(() => {
    clearTimeout(late)
    payload.off('data', onData).off('end', onEnd).off('error', onBroken).off('close', onBroken)
    payload.on('error', () => undefined)
    chunks.forEach(free)
    discardRest(payload)
  })
}

import type { FastifyInstance, FastifyRequest } from 'fastify'
import { networkOf } from '#lib/network.ts'
import { addressOf } from '../identity.ts'
import { NetworkMemory, type NetworkMemoryLimits } from './network-memory.ts'

/** Limits of the memory for responses that clients have not read. */
export interface ResponseMemoryLimits extends NetworkMemoryLimits {
  /** A connection whose client reads nothing for this long is closed, in ms. */
  readonly stalledMs: number
}

/** As for bodies. */
const RESPONSE_MEMORY_LIMITS: ResponseMemoryLimits = {
  totalBytes: 192 * 1024 * 1024,
  networkBytes: 64 * 1024 * 1024,
  stalledMs: 30_000,
}
/** Smaller responses are not counted: they fit into the buffers of a connection. */
const COUNTED_BYTES = 32 * 1024

const counters = new WeakMap<FastifyRequest, (bytes: number) => void>()

/**
 * Counts bytes of a response until it was read or its connection is closed. Throws UNAVAILABLE if the limit is
 * exceeded.
 */
export function countResponseBytes(request: FastifyRequest, bytes: number): void {
  if (bytes >= COUNTED_BYTES) counters.get(request)?.(bytes)
}

/**
 * Limits the memory for responses that are being sent, per network and in total, and closes connections whose
 * clients have stopped reading. Responses that are streamed count their window by `countResponseBytes`.
 */
export function limitResponseMemory(
  server: FastifyInstance,
  limits: ResponseMemoryLimits = RESPONSE_MEMORY_LIMITS,
): void {
  const memory = new NetworkMemory(limits, {
    network: 'Too much is being sent to this network at the same time.',
    total: 'The server is sending too much at the moment.',
  })
  server.addHook('onRequest', async (request, reply) => {
    const network = networkOf(addressOf(request))
    let counted = 0
    counters.set(request, (bytes) => {
      memory.reserveBytes(network, bytes)
      counted += bytes
    })
    const { raw } = reply
    // The timeout of a socket notices progress within one large write.
    raw.setTimeout(limits.stalledMs, () => {
      if (raw.writableLength > 0) request.raw.socket.destroy()
    })
    raw.once('close', () => {
      memory.release(network, counted)
      counted = 0
    })
  })
  server.addHook('onSend', async (request, _reply, payload) => {
    if (typeof payload === 'string') countResponseBytes(request, Buffer.byteLength(payload))
    else if (Buffer.isBuffer(payload)) countResponseBytes(request, payload.length)
    return payload
  })
}

import { randomUUID } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import type { FastifyInstance } from 'fastify'

const WELL_FORMED = /^[\w-]{8,64}$/

/**
 * Returns the id of a request: the one from a proxy if it is well formed, so that both logs use the same id.
 */
export function requestIdOf(request: Pick<IncomingMessage, 'headers'>): string {
  const receivedId = request.headers['x-request-id']
  return typeof receivedId === 'string' && WELL_FORMED.test(receivedId) ? receivedId : randomUUID()
}

/** Adds `X-Request-Id` to every response, early enough for hijacked streams. */
export function sendRequestIds(app: FastifyInstance): void {
  app.addHook('onRequest', async (request, reply) => {
    reply.header('x-request-id', request.id)
  })
}

import type { FastifyInstance } from 'fastify'

const CLIENT_VERSION = /^[\w.+-]{1,32}$/

/**
 * One line for each answer, those of files only at level debug. It names the route, never the address that was asked: paths and queries can hold
 * tokens and search words.
 */
export function logRequests(app: FastifyInstance): void {
  app.addHook('onResponse', async (request, reply) => {
    const clientVersion = request.headers['x-client-version']
    const level = request.url.startsWith('/api/') ? 'info' : 'debug'
    request.log[level](
      {
        method: request.method,
        route: request.routeOptions.url ?? 'unknown',
        status: reply.statusCode,
        milliseconds: Math.round(reply.elapsedTime),
        ...(typeof clientVersion === 'string' && CLIENT_VERSION.test(clientVersion) ? { clientVersion } : {}),
        ...(reply.raw.writableFinished ? {} : { cut: true }),
      },
      'answered',
    )
  })
}

import type { FastifyInstance } from 'fastify'

const CLIENT_VERSION = /^[\w.+-]{1,32}$/

/**
 * Logs one line per response; those of files only at level debug. The line contains the route, never the
 * requested URL, because paths and queries can contain tokens and search terms.
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

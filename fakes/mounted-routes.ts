import type { Endpoint } from '../contract/src/http/endpoint.ts'
import type { Accounts } from '../server/src/domain/accounts/index.ts'
import { DomainError } from '../server/src/domain/errors/domain-error.ts'
import { createHttpServer } from '../server/src/serving/http-server.ts'
import { mountRoutes } from '../server/src/serving/mount.ts'
import type { Route } from '../server/src/serving/route.ts'

export interface MountedRoutes {
  /** the base URL of the routes */
  readonly api: string
  /** returns the log so far */
  readonly log: () => string
  close(): Promise<void>
}

/** Without accounts: every token is invalid. */
const NOBODY: Accounts = {
  signInWithPassphrase: () =>
    Promise.reject(new DomainError('GLOBAL_ACCESS_DISABLED', 'There are no accounts here.')),
  callerOfSession: () => Promise.reject(new DomainError('SESSION_EXPIRED', 'There are no sessions here.')),
  callerOf: () => Promise.reject(new DomainError('SESSION_EXPIRED', 'There are no sessions here.')),
  rateLimitOf: () => Promise.resolve({ limit: 1, remaining: 1, resetSeconds: 1 }),
  signOut: () => Promise.resolve(),
}

/** Mounts routes like the server, on a free port, without dependencies. */
export async function serveRoutes(
  routes: readonly Route[],
  options: { readonly calls?: readonly Endpoint[]; readonly trustedProxies?: readonly string[] } = {},
): Promise<MountedRoutes> {
  const { calls = routes.map(({ endpoint: call }) => call), trustedProxies = [] } = options
  const lines: string[] = []
  const settings = { logLevel: 'trace', trustedProxies, host: '127.0.0.1', publicUrl: undefined } as const
  const server = createHttpServer(settings, [], {
    write: (line) => void lines.push(line),
  })
  await server.register((api) => mountRoutes(api, { endpoints: calls, routes, accounts: NOBODY }), {
    prefix: '/api',
  })
  const url = await server.listen({ port: 0, host: '127.0.0.1' })
  return { api: `${url}/api`, log: () => lines.join(''), close: () => server.close() }
}

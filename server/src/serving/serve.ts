import type { FastifyInstance } from 'fastify'
import { CALLS } from '@vee/contract/http/index'
import type { Accounts } from '#domain/accounts/index.ts'
import type { Realtime } from '#domain/openai/index.ts'
import type { SocketTurns } from '#domain/voice/socket-turns/index.ts'
import packageJson from '../../../package.json' with { type: 'json' }
import { publishContract } from './openapi/index.ts'
import { serveSockets } from './sockets/index.ts'
import { type PreviewOf, serveWeb } from './pages/static-web.ts'
import type { ServerSettings } from '#settings/settings.ts'
import { type MountOptions, mountRoutes } from './mount.ts'
import type { Route } from './route.ts'

interface ServeOptions {
  readonly settings: ServerSettings
  readonly webDirectory: string
  readonly routes: readonly Route[]
  readonly accounts: Accounts
  readonly socketTurns: SocketTurns
  readonly realtime: Realtime
  readonly previewOf: PreviewOf
  readonly rateLimitOf: NonNullable<MountOptions['rateLimitOf']>
}

/** Mounts everything that the server serves: the API with its description, socket turns, and the web app. */
export async function serve(
  server: FastifyInstance,
  { settings, webDirectory, routes, accounts, socketTurns, realtime, previewOf, rateLimitOf }: ServeOptions,
): Promise<void> {
  await server.register(
    async (api) => {
      await mountRoutes(api, { endpoints: CALLS, routes, accounts, rateLimitOf })
      publishContract(api, CALLS, packageJson.version)
    },
    { prefix: '/api' },
  )
  await serveSockets(server, { socketTurns, realtime, accounts, publicUrl: settings.publicUrl })
  await serveWeb(server, webDirectory, settings, previewOf)
}

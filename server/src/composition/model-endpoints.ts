import type { FastifyInstance } from 'fastify'
import type { Database } from '#db/schema.ts'
import type { HostAdmins } from '#domain/host/index.ts'
import {
  createEndpointStore,
  createModelEndpoints,
  createModelCatalogue,
} from '#domain/model-endpoints/index.ts'
import type { EndpointConnection } from '#providers/endpoint-connection.ts'
import { createEndpointProvider } from '#providers/endpoint-provider.ts'
import { testEndpoint } from '#providers/test-endpoint.ts'
import { createFirstTokenTimes, type FirstTokenTimes } from '#providers/first-token-times.ts'
import type { LlmProvider } from '#providers/llm.ts'
import type { LlmRegistry } from '#providers/registry.ts'
import { createSealedText } from '../adapters/sealed-text.ts'
import { modelRoutes } from '../routes/models.ts'
import type { Route } from '../http/route.ts'
import type { ServerSettings } from '../settings.ts'
import { sealKey } from '../start/secrets.ts'

/** Interval in ms at which a server applies changes made by another server of the same database. */
const REFRESH_MS = 5_000

interface EndpointParts {
  readonly settings: ServerSettings
  readonly database: Database
  /** milliseconds since 1970 */
  readonly now: () => number
}

interface ModelEndpointsModule {
  readonly connections: () => readonly EndpointConnection[]
  /** the providers of the endpoints, in order of preference */
  readonly providers: () => readonly LlmProvider[]
  readonly times: FirstTokenTimes
  readonly routes: (admins: HostAdmins, models: LlmRegistry) => readonly Route[]
}

/** Creates the model endpoints that the host has added at run time. */
export async function createModelEndpointsModule(
  { settings, database, now }: EndpointParts,
  server: FastifyInstance,
): Promise<ModelEndpointsModule> {
  const secret = () => sealKey(settings.sealKey, settings.dataDir)
  const store = createEndpointStore(database, createSealedText(secret, 'vee model endpoint'))
  await store.refresh()
  const timer = setInterval(() => {
    store.refresh().catch((error: unknown) => server.log.error({ err: error }, 'endpoints not read'))
  }, REFRESH_MS).unref()
  server.addHook('onClose', async () => clearInterval(timer))

  const created = new WeakMap<EndpointConnection, LlmProvider>()
  const providerOf = (connection: EndpointConnection) => {
    const known =
      created.get(connection) ??
      createEndpointProvider(connection, {
        modelPrimary: settings.modelPrimary,
        timeoutMs: settings.providerTimeoutMs,
      })
    created.set(connection, known)
    return known
  }
  const times = createFirstTokenTimes()
  return {
    connections: () => store.connections(),
    providers: () => store.connections().map(providerOf),
    times,
    routes: (admins, models) =>
      modelRoutes({
        endpoints: createModelEndpoints({ database, store, admins, testEndpoint, now }),
        catalogue: createModelCatalogue({
          providers: () => models.providers,
          hostModels: [settings.modelPrimary, settings.modelSecondary],
          times,
        }),
      }),
  }
}

import type { HostAdmins } from '#domain/host/index.ts'
import {
  ENDPOINT_SEAL,
  createEndpointStore,
  createModelCatalogue,
  createModelEndpoints,
} from '#domain/model-endpoints/index.ts'
import { createBuiltinResponder } from '#providers/builtin/index.ts'
import type { EndpointConnection } from '#providers/endpoint-connection.ts'
import { createEndpointProvider } from '#providers/endpoint-provider.ts'
import { createFirstTokenTimes } from '#providers/llm/first-token-times.ts'
import type { LlmProvider } from '#providers/llm/llm.ts'
import { createLlmRegistry, type LlmRegistry } from '#providers/llm/registry.ts'
import { testEndpoint } from '#providers/test-endpoint.ts'
import { createSealedText } from '../adapters/sealed-text.ts'
import { modelRoutes } from '../routes/models.ts'
import { sealKey } from '../start/secrets.ts'
import type { Module, ModuleContext } from './module.ts'
import { REFRESH_MS } from './periods.ts'

interface ModelServices {
  readonly models: LlmRegistry
  readonly builtinResponder: { readonly id: string }
  /** the endpoints that the host has added at run time */
  readonly endpoints: () => readonly EndpointConnection[]
}

/** Creates the language models: of the environment, of endpoints that the host has added, and the built-in one. */
export async function createModelsModule(
  { settings, database, now }: ModuleContext,
  { admins }: { readonly admins: HostAdmins },
): Promise<Module<ModelServices>> {
  const secret = () => sealKey(settings.sealKey, settings.dataDir)
  const store = createEndpointStore(database, createSealedText(secret, ENDPOINT_SEAL))
  await store.refresh()

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
  const builtinResponder = createBuiltinResponder()
  const models = createLlmRegistry({
    ...settings,
    endpoints: () => store.connections().map(providerOf),
    times,
    builtIn: settings.builtinResponder ? [builtinResponder] : [],
  })
  return {
    services: { models, builtinResponder, endpoints: () => store.connections() },
    routes: modelRoutes({
      endpoints: createModelEndpoints({
        database,
        store,
        admins,
        testEndpoint,
        troubleOf: (id) => models.trouble(id),
        now,
      }),
      catalogue: createModelCatalogue({
        providers: () => models.providers,
        hostModels: [settings.modelPrimary, settings.modelSecondary],
        times,
      }),
    }),
    jobs: [
      {
        name: 'refresh-model-endpoints',
        everyMs: REFRESH_MS,
        runsOn: 'every-server',
        run: () => store.refresh(),
      },
    ],
  }
}

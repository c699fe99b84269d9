import type { HostAdmins } from '#domain/host/index.ts'
import {
  ENDPOINT_SEAL,
  createEndpointSealing,
  createEndpointStore,
  createModelCatalogue,
  createModelEditStore,
  createModelEndpoints,
  createOfferedModels,
  createOrganizationEndpoints,
  createOrganizationModels,
  createOwnKeyTests,
  type OrganizationModels,
} from '#domain/model-endpoints/index.ts'
import type { ChangeEventRelay } from '#domain/organizations/index.ts'
import { createBuiltinResponder } from '#providers/builtin/index.ts'
import type { EndpointConnection } from '#providers/endpoint-connection.ts'
import { createEndpointProvider } from '#providers/endpoint-provider.ts'
import { createFirstTokenTimes } from '#providers/llm/first-token-times.ts'
import type { LlmProvider } from '#providers/llm/llm.ts'
import { createOwnKeyModels, OWN_KEY_BASE_URLS, type OwnKeyModels } from '#providers/llm/own-key-models.ts'
import { createLlmRegistry, type LlmRegistry } from '#providers/llm/registry.ts'
import { testEndpoint } from '#providers/test-endpoint.ts'
import { CONNECTION_KEPT_MS } from '#providers/wire/event-stream.ts'
import { inBackground } from '#lib/background.ts'
import { createSealedText } from '../adapters/sealed-text.ts'
import { createGuardedAgent, isAllowedUrl } from '#lib/public-network.ts'
import { modelRoutes } from '../routes/models.ts'
import { sealKey } from '../start/secrets.ts'
import type { Module, ModuleContext } from './module.ts'
import { REFRESH_MS } from './periods.ts'

/** Interval in ms at which vendors are asked about keys that soon fail. */
const CHECK_KEYS_MS = 10 * 60_000

interface ModelServices {
  readonly models: LlmRegistry
  readonly organizationModels: OrganizationModels
  readonly ownKeyModels: OwnKeyModels
  readonly builtinResponder: { readonly id: string }
  /** the endpoints that the host has added at run time */
  readonly endpoints: () => readonly EndpointConnection[]
}

interface ModelDependencies {
  readonly admins: HostAdmins
  /** publishes changes to the other servers; undefined for a single server */
  readonly changeEventRelay: ChangeEventRelay | undefined
}

/** The topic of changes of the host's endpoints. */
const ENDPOINTS_CHANGED = 'host:model-endpoints'

/** Creates the language models: of the environment, of endpoints that the host or an organization has added, and the built-in one. */
export async function createModelsModule(
  { settings, database, now }: ModuleContext,
  { admins, changeEventRelay }: ModelDependencies,
): Promise<Module<ModelServices>> {
  const secret = () => sealKey(settings.sealKey, settings.dataDir)
  const seal = createSealedText(secret, ENDPOINT_SEAL)
  const store = createEndpointStore(database, seal)
  const edits = createModelEditStore(database)
  await Promise.all([store.refresh(), edits.refresh()])
  changeEventRelay?.listen((topic) => {
    if (topic === ENDPOINTS_CHANGED) inBackground('model endpoints refreshed', store.refresh())
  })

  const created = new WeakMap<EndpointConnection, LlmProvider>()
  const providerOf = (connection: EndpointConnection) => {
    const provider =
      created.get(connection) ??
      createEndpointProvider(connection, {
        modelPrimary: settings.modelPrimary,
        timeoutMs: settings.providerTimeoutMs,
      })
    created.set(connection, provider)
    return provider
  }
  const times = createFirstTokenTimes()
  const builtinResponder = createBuiltinResponder()
  const models = createLlmRegistry({
    ...settings,
    endpoints: () => store.connections().map(providerOf),
    refreshEndpoints: () => store.refresh(),
    times,
    edits,
    now,
    builtIn: settings.builtinResponder ? [builtinResponder] : [],
  })
  const networks = { networks: settings.organizationNetworks }
  const ofOrganizations = {
    database,
    sealing: createEndpointSealing(seal),
    dispatcher: createGuardedAgent(networks, { keepAliveTimeout: CONNECTION_KEPT_MS }),
  }
  const organizationModels = createOrganizationModels({ ...ofOrganizations, providerOf })
  // Callers' own keys are sent to the same base URLs as the host's.
  const ownKeyModels = createOwnKeyModels({
    baseUrls: {
      ...OWN_KEY_BASE_URLS,
      openai: settings.openai.baseUrl,
      anthropic: settings.anthropic.baseUrl,
      gemini: settings.gemini.baseUrl,
    },
    vendors: settings.ownKeyVendors,
    modelPrimary: settings.modelPrimary,
    timeoutMs: settings.providerTimeoutMs,
  })
  const troubleOf = (id: string) => models.trouble(id)
  const onPassedTest = (id: string) => models.recovered(id)
  return {
    services: {
      models,
      organizationModels,
      ownKeyModels,
      builtinResponder,
      endpoints: () => store.connections(),
    },
    routes: modelRoutes({
      endpoints: createModelEndpoints({
        database,
        store,
        admins,
        testEndpoint,
        troubleOf,
        onPassedTest,
        onChange: () => changeEventRelay?.emit(ENDPOINTS_CHANGED),
        now,
      }),
      organizationEndpoints: createOrganizationEndpoints({
        ...ofOrganizations,
        isAllowedUrl: (url) => isAllowedUrl(url, networks),
        testEndpoint,
        troubleOf,
        onPassedTest,
        now,
      }),
      ownKeyTests: createOwnKeyTests({
        database,
        vendors: settings.ownKeyVendors,
        connection: (vendor, key) => ownKeyModels.connection(vendor, key),
        testEndpoint,
        now,
      }),
      catalogue: createModelCatalogue({
        database,
        store: edits,
        admins,
        providers: () => models.providersBeforeHostEdits,
        now,
      }),
      offered: createOfferedModels({
        organizationModels,
        refreshEndpoints: () => store.refresh(),
        providers: () => models.providers,
        hostModels: [settings.modelPrimary, settings.modelSecondary],
        times,
      }),
    }),
    jobs: [
      {
        name: 'refresh-models',
        everyMs: REFRESH_MS,
        runsOn: 'every-server',
        run: async () => {
          await Promise.all([store.refresh(), edits.refresh()])
        },
      },
      {
        name: 'check-keys',
        everyMs: CHECK_KEYS_MS,
        runsOn: 'every-server',
        run: () => models.refreshKeyWarnings(),
      },
    ],
  }
}

import type { AgentCatalogue } from '#domain/agents/catalogue/index.ts'
import { createLanguageDetection } from '#domain/languages/index.ts'
import { createPersonas, type Personas } from '#domain/agents/personas/index.ts'
import type { Knowledge } from '#domain/knowledge/index.ts'
import type { Ledger } from '#domain/money/ledger/index.ts'
import type { TokenCounter } from '#domain/replies/index.ts'
import { createSearchRegistry, type SearchRegistry } from '#providers/search/search-registry.ts'
import {
  createSearchEngines,
  createSearchEngineStore,
  ENGINE_SEAL,
  type SearchEngineStore,
} from '#domain/model-endpoints/index.ts'
import type { HostAdmins } from '#domain/host/index.ts'
import type { ChangeEventRelay } from '#domain/organizations/index.ts'
import {
  createMemory,
  createToolbox,
  createWebSearch,
  type Memory,
  type Toolbox,
} from '#domain/tools/index.ts'
import { guessByNgrams } from '../adapters/eld-languages.ts'
import { connectMcp, readMcpConfig } from '../adapters/mcp/index.ts'
import { createPageReader } from '../adapters/page-reader/index.ts'
import { createTokenCounter } from '../adapters/token-counter.ts'
import packageJson from '../../../package.json' with { type: 'json' }
import { PAGE_WORKER, TOKEN_WORKER } from '#lib/project-files.ts'
import { inBackground } from '#lib/background.ts'
import { createSealedText } from '../adapters/sealed-text.ts'
import { searchEngineRoutes } from '../routes/search-engines.ts'
import { sealKey } from '../start/secrets.ts'
import { REFRESH_MS } from './periods.ts'
import { chatSettingRoutes } from '../routes/chat-settings.ts'
import { toolRoutes } from '../routes/tools.ts'
import type { ServerSettings } from '#settings/settings.ts'
import type { Module, ModuleContext } from './module.ts'

interface ToolContext extends Pick<ModuleContext, 'database' | 'log' | 'now'> {
  readonly settings: Pick<
    ServerSettings,
    'mcpConfig' | 'mcpToolsMaxTokens' | 'search' | 'allowedPrivateNetworks' | 'sealKey' | 'dataDir'
  >
}

interface ToolServices {
  readonly personas: Personas
  readonly toolbox: Toolbox
  readonly memory: Memory
  readonly tokens: TokenCounter
  /** the search engines in use, and what the others need */
  readonly searchStatus: () => ReturnType<SearchRegistry['status']>
}

interface ToolDependencies {
  readonly agents: AgentCatalogue
  readonly ledger: Pick<Ledger, 'reserve'>
  readonly knowledge: Pick<Knowledge, 'passages' | 'knowledgeFor'>
  readonly admins: HostAdmins
  /** publishes changes to the other servers; undefined for a single server */
  readonly changeEventRelay: ChangeEventRelay | undefined
}

/** The topic of changes of the host's search engines. */
const ENGINES_CHANGED = 'host:search-engines'

/** Creates the tools of agents, and the settings of a conversation. */
export async function createToolsModule(
  { settings, database, log, now }: ToolContext,
  { agents, ledger, knowledge, admins, changeEventRelay }: ToolDependencies,
): Promise<Module<ToolServices>> {
  const report = (failure: unknown) => log.error({ err: failure }, 'tool failed')
  const configs = settings.mcpConfig === undefined ? [] : readMcpConfig(settings.mcpConfig)
  const mcp = await connectMcp(configs, { version: packageJson.version, report })
  const memory = createMemory(database, now)
  const registry = createSearchRegistry(settings.search)
  const seal = createSealedText(() => sealKey(settings.sealKey, settings.dataDir), ENGINE_SEAL)
  const store: SearchEngineStore = createSearchEngineStore(database, seal, registry)
  await store.refresh()
  changeEventRelay?.listen((topic) => {
    if (topic === ENGINES_CHANGED) inBackground('search engines refreshed', store.refresh())
  })
  const toolbox = createToolbox({
    memory,
    readPage: createPageReader(PAGE_WORKER, { networks: settings.allowedPrivateNetworks }),
    webSearch: createWebSearch({
      enginesFor: (caller) => store.enginesFor(caller),
      ledger,
      onFailure: (failure) => log.warn({ err: failure }, 'search engine failed'),
    }),
    knowledge,
    outsideTools: () => mcp.tools(),
    outsideToolTokens: settings.mcpToolsMaxTokens,
    report,
    now,
  })
  const tokens = createTokenCounter(TOKEN_WORKER)
  const personas = createPersonas({ database, agents, now })
  return {
    services: {
      personas,
      toolbox,
      memory,
      tokens,
      searchStatus: () => registry.status(store.engines()),
    },
    routes: [
      ...toolRoutes(toolbox, memory),
      ...searchEngineRoutes(
        createSearchEngines({
          database,
          store,
          admins,
          onChange: () => changeEventRelay?.emit(ENGINES_CHANGED),
          now,
        }),
      ),
      ...chatSettingRoutes({ personas, languages: createLanguageDetection(guessByNgrams) }),
    ],
    jobs: [
      {
        name: 'refresh-search-engines',
        everyMs: REFRESH_MS,
        runsOn: 'every-server',
        run: () => store.refresh(),
      },
    ],
    async close() {
      await Promise.all([mcp.close(), tokens.close()])
    },
  }
}

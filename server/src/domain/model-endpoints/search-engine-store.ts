import { hostSearchEngine } from '@vee/contract/entities/search-engine'
import { z } from 'zod'
import { readHostSetting, storeHostSetting } from '#db/queries/host.ts'
import type { Database } from '#db/schema.ts'
import type { SearchProvider } from '#providers/search/search.ts'
import type { EngineConnection, SearchRegistry } from '#providers/search/search-registry.ts'
import type { Caller } from '../accounts/index.ts'
import { isExcepted, mayUseEndpoint } from './access.ts'
import type { Seal } from './endpoint-store.ts'

/** An engine as it is stored; the sealed text is its key. */
const storedSearchEngine = hostSearchEngine
  .omit({ hasKey: true, isReadable: true })
  .extend({ sealed: z.string() })
export type StoredSearchEngine = z.infer<typeof storedSearchEngine>

const SETTING = 'search-engines'
/** The purpose of the key that seals the keys of search engines. */
export const ENGINE_SEAL = 'vee search engine'

/** The search engines of this server: those that the host has connected, then those of the environment. */
export interface SearchEngineStore {
  /** Returns the engines that may receive a caller's words, in order of preference, as of the last refresh. */
  enginesFor(caller: Caller): readonly SearchProvider[]
  /** Returns the engines that are in use, for any callers. */
  engines(): readonly SearchProvider[]
  /** Returns an engine with these settings; undefined if something is missing, such as its key. */
  engineOf(connection: EngineConnection): SearchProvider | undefined
  keyOf(engine: StoredSearchEngine): string | undefined
  seal(apiKey: string): string
  refresh(): Promise<void>
  read(database: Database): Promise<readonly StoredSearchEngine[]>
  write(transaction: Database, engines: readonly StoredSearchEngine[], now: number): Promise<void>
}

/** Parses a stored list; undefined: none was stored yet. */
const parseEngines = (value: string | undefined) =>
  z.array(storedSearchEngine).parse(JSON.parse(value ?? '[]'))

export function createSearchEngineStore(
  database: Database,
  seal: Seal,
  registry: SearchRegistry,
): SearchEngineStore {
  let raw: string | undefined
  let stored: readonly StoredSearchEngine[] = []
  let connected: readonly { readonly engine: StoredSearchEngine; readonly provider: SearchProvider }[] = []
  const used = (isAllowed: (engine: StoredSearchEngine) => boolean) => [
    ...connected.filter(({ engine }) => isAllowed(engine)).map(({ provider }) => provider),
    ...registry.providers.filter(({ id }) => !stored.some((engine) => engine.id === id)),
  ]
  const store: SearchEngineStore = {
    enginesFor: (caller) =>
      used(({ access, exceptFor }) => mayUseEndpoint(access, caller) && !isExcepted(exceptFor, caller)),
    engines: () => used(() => true),
    engineOf: (connection) => registry.create(connection),
    keyOf: ({ sealed }) => seal.open(sealed),
    seal: (apiKey) => seal.seal(apiKey),
    async refresh() {
      const value = (await readHostSetting(database, SETTING))?.value
      if (value === raw) return
      stored = parseEngines(value)
      connected = stored.flatMap((engine) => {
        const apiKey = store.keyOf(engine)
        if (!engine.isEnabled || apiKey === undefined) return []
        const provider = registry.create({ ...engine, apiKey })
        return provider ? [{ engine, provider }] : []
      })
      raw = value
    },
    read: async (from) => parseEngines((await readHostSetting(from, SETTING))?.value),
    write: (transaction, engines, now) =>
      storeHostSetting(transaction, SETTING, JSON.stringify(engines), now),
  }
  return store
}

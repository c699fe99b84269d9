import type { HostAction } from '@vee/contract/entities/host'
import type {
  HostSearchEngine,
  SearchEngineDraft,
  SearchEngineTest,
} from '@vee/contract/entities/search-engine'
import { inHost } from '#db/queries/host.ts'
import type { Database } from '#db/schema.ts'
import { ProviderFailure } from '#providers/failure.ts'
import type { Caller } from '../accounts/index.ts'
import { DomainError } from '../errors/domain-error.ts'
import { type HostAdmins, recordHostAct } from '../host/index.ts'
import { engineKeyFor, knownEngineId, withEngine } from './search-engine-changes.ts'
import type { SearchEngineStore, StoredSearchEngine } from './search-engine-store.ts'

/** The query of a test. */
const TEST_QUERY = 'weather'

type PositionedDraft = SearchEngineDraft & { readonly position?: number | undefined }

/** Search engines that hosts manage. Every method throws FORBIDDEN for other callers. */
export interface SearchEngines {
  list(caller: Caller): Promise<HostSearchEngine[]>
  /**
   * Connects an engine, or changes it. A stored key is preserved only for its server. Throws VALIDATION without an address or a
   * key that the engine needs, and NOT_FOUND for an unknown engine.
   */
  put(id: string, draft: PositionedDraft, caller: Caller): Promise<HostSearchEngine>
  /** Throws NOT_FOUND. */
  remove(id: string, caller: Caller): Promise<void>
  /** Searches once. A failure is a result. Throws NOT_FOUND for an unknown engine. */
  test(
    id: string,
    draft: Pick<SearchEngineDraft, 'baseUrl' | 'apiKey'>,
    caller: Caller,
    signal: AbortSignal,
  ): Promise<SearchEngineTest>
}

interface SearchEnginesDependencies {
  readonly database: Database
  readonly store: SearchEngineStore
  readonly admins: HostAdmins
  /** called after a change, which other servers should read */
  readonly onChange: () => void
  /** milliseconds since 1970 */
  readonly now: () => number
}

export function createSearchEngines({
  database,
  store,
  admins,
  onChange,
  now,
}: SearchEnginesDependencies): SearchEngines {
  const present = ({ sealed, ...engine }: StoredSearchEngine): HostSearchEngine => {
    const key = store.keyOf({ sealed, ...engine })
    return { ...engine, hasKey: key !== undefined && key !== '', isReadable: key !== undefined }
  }

  async function change<R>(
    caller: Caller,
    { action, target }: { readonly action: HostAction; readonly target: string },
    work: (engines: readonly StoredSearchEngine[]) => {
      readonly engines: readonly StoredSearchEngine[]
      readonly result: R
    },
  ): Promise<R> {
    const host = await admins.only(caller)
    const result = await inHost(database, async (transaction) => {
      const outcome = work(await store.read(transaction))
      await store.write(transaction, outcome.engines, now())
      await recordHostAct(transaction, host, now(), { action, target })
      return outcome.result
    })
    await store.refresh()
    onChange()
    return result
  }

  return {
    async list(caller) {
      await admins.only(caller)
      return (await store.read(database)).map(present)
    },

    put: (id, draft, caller) =>
      change(caller, { action: 'search.engine-changed', target: id }, (stored) => {
        const { engines, changed } = withEngine(stored, id, draft, store)
        return { engines, result: present(changed) }
      }),

    remove: (id, caller) =>
      change(caller, { action: 'search.engine-removed', target: id }, (engines) => {
        const others = engines.filter((engine) => engine.id !== id)
        if (others.length < engines.length) return { engines: others, result: undefined }
        throw new DomainError('NOT_FOUND', 'This search engine is not connected here.')
      }),

    async test(rawId, draft, caller, signal) {
      await admins.only(caller)
      const id = knownEngineId(rawId)
      const stored = (await store.read(database)).find((engine) => engine.id === id)
      const { baseUrl } = draft
      const engine = store.engineOf({
        id,
        baseUrl,
        apiKey: engineKeyFor(stored, draft, store),
        priceUsd: null,
      })
      const startedAt = performance.now()
      const result = (hits: number, reason: string | null): SearchEngineTest => ({
        isWorking: reason === null,
        hits,
        totalMs: Math.round(performance.now() - startedAt),
        reason,
      })
      if (!engine) return result(0, 'An address or a key is missing.')
      try {
        const { hits } = await engine.search({ query: TEST_QUERY, count: 5 }, signal)
        return result(hits.length, null)
      } catch (error) {
        if (error instanceof ProviderFailure) return result(0, error.message)
        throw error
      }
    },
  }
}

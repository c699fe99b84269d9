import {
  searchEngineDraft,
  type SearchEngineDraft,
  searchEngineId,
  type SearchEngineId,
} from '@vee/contract/entities/search-engine'
import { inHost } from '#db/queries/host.ts'
import type { Database } from '#db/schema.ts'
import { invalid } from '../accounts/index.ts'
import { notFound } from '../errors/domain-error.ts'
import type { SearchEngineStore, StoredSearchEngine } from './search-engine-store.ts'

type PositionedDraft = SearchEngineDraft & { readonly position?: number | undefined }

/** Throws NOT_FOUND for an engine that cannot be connected here. */
export function knownEngineId(id: string): SearchEngineId {
  const parsedId = searchEngineId.safeParse(id)
  if (parsedId.success) return parsedId.data
  throw notFound('search engine')
}

/** Returns the key of a draft: its own, or the stored one if that is for the same server; '' without one. */
export function engineKeyFor(
  stored: StoredSearchEngine | undefined,
  { baseUrl, apiKey }: Pick<SearchEngineDraft, 'baseUrl' | 'apiKey'>,
  store: SearchEngineStore,
): string {
  const isSameServer = stored !== undefined && originOf(stored.baseUrl) === originOf(baseUrl)
  return apiKey ?? (isSameServer ? store.keyOf(stored) : undefined) ?? ''
}

const originOf = (url: string | null) => (url === null ? '' : new URL(url).origin)

/**
 * Returns the engines with one that is added or changed. Throws VALIDATION without an address or a key that the engine needs,
 * and NOT_FOUND for an unknown engine.
 */
export function withEngine(
  engines: readonly StoredSearchEngine[],
  rawId: string,
  { position, ...draft }: PositionedDraft,
  store: SearchEngineStore,
): { readonly engines: readonly StoredSearchEngine[]; readonly changed: StoredSearchEngine } {
  const id = knownEngineId(rawId)
  const stored = engines.find((engine) => engine.id === id)
  const apiKey = engineKeyFor(stored, draft, store)
  const { apiKey: _, ...fields } = draft
  const changed: StoredSearchEngine = { ...fields, id, sealed: store.seal(apiKey) }
  if (changed.isEnabled && !store.engineOf({ ...changed, apiKey })) {
    throw id === 'searxng'
      ? invalid('baseUrl', 'SearXNG needs its address.')
      : invalid('apiKey', 'This search engine needs a key.')
  }
  const others = engines.filter((engine) => engine.id !== id)
  const index = position ?? (stored ? engines.indexOf(stored) : others.length)
  return { engines: others.toSpliced(Math.min(index, others.length), 0, changed), changed }
}

/** Work on search engines from the command line of the server's machine, without an account. */
export interface SearchEngineCommands {
  /** in order of preference */
  list(): Promise<readonly StoredSearchEngine[]>
  /** Connects an engine, or changes it. Throws as `withEngine`. */
  save(id: string, draft: SearchEngineDraft): Promise<'added' | 'changed'>
  /** Resolves with false if it is not connected. */
  remove(id: string): Promise<boolean>
}

/** What a file may leave out. */
const DEFAULTS = { baseUrl: null, priceUsd: null, access: { kind: 'everyone' }, isEnabled: true }

/** Parses the JSON of an engine; throws a ZodError or SyntaxError. */
export function readEngineFile(json: string): { readonly id: string; readonly draft: SearchEngineDraft } {
  const given: unknown = JSON.parse(json)
  const { id } = searchEngineDraft.partial().extend({ id: searchEngineId }).parse(given)
  return { id, draft: searchEngineDraft.parse({ ...DEFAULTS, ...Object(given) }) }
}

export function createSearchEngineCommands(
  database: Database,
  store: SearchEngineStore,
  now: () => number,
): SearchEngineCommands {
  const change = <R>(
    work: (
      engines: readonly StoredSearchEngine[],
    ) => readonly [after: readonly StoredSearchEngine[], result: R],
  ): Promise<R> =>
    inHost(database, async (transaction) => {
      const [after, result] = work(await store.read(transaction))
      await store.write(transaction, after, now())
      return result
    })
  return {
    list: () => store.read(database),
    save: (id, draft) =>
      change((engines) => {
        const isKnown = engines.some((engine) => engine.id === id)
        return [withEngine(engines, id, draft, store).engines, isKnown ? 'changed' : 'added']
      }),
    remove: (id) =>
      change((engines) => {
        const others = engines.filter((engine) => engine.id !== id)
        return [others, others.length < engines.length]
      }),
  }
}

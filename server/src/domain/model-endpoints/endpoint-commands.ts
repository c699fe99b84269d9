import { modelEndpointDraft, type ModelEndpointDraft } from '@vee/contract/entities/model-endpoint'
import { inHost } from '#db/queries/host.ts'
import type { Database } from '#db/schema.ts'
import { changedEndpoint, newEndpoint } from './endpoint-changes.ts'
import type { EndpointStore, StoredEndpoint } from './endpoint-store.ts'

/** Work on model endpoints from the command line of the server's machine, without an account. */
export interface EndpointCommands {
  /** in order of preference */
  list(): Promise<readonly StoredEndpoint[]>
  /**
   * Adds an endpoint, or changes the one with that name. A change without `apiKey` or `headers` preserves the stored
   * ones, unless it leads to another server.
   */
  save(draft: ModelEndpointDraft): Promise<'added' | 'changed'>
  /** Resolves with false if there is none with that name. */
  remove(name: string): Promise<boolean>
}

/** What a file may leave out. */
const DEFAULTS = {
  models: [],
  prices: null,
  transcriptionModel: null,
  speechModel: null,
  access: { kind: 'everyone' },
  isEnabled: true,
}

/** Parses the JSON of an endpoint; throws a ZodError or SyntaxError. */
export const readEndpointFile = (json: string): ModelEndpointDraft =>
  modelEndpointDraft.parse({ ...DEFAULTS, ...JSON.parse(json) })

export function createEndpointCommands(
  database: Database,
  store: EndpointStore,
  now: () => number,
): EndpointCommands {
  /** Changes the list in one transaction; resolves with the result of `work`. */
  const change = <R>(
    work: (endpoints: readonly StoredEndpoint[]) => readonly [after: readonly StoredEndpoint[], result: R],
  ): Promise<R> =>
    inHost(database, async (transaction) => {
      const [after, result] = work(await store.read(transaction))
      await store.write(transaction, after, now())
      return result
    })
  return {
    list: () => store.read(database),
    save: (draft) =>
      change((endpoints) => {
        const existing = endpoints.find(({ name }) => name === draft.name)
        if (!existing) return [[...endpoints, newEndpoint(draft, endpoints, store)], 'added']
        const changed = changedEndpoint(existing, draft, store)
        return [endpoints.map((endpoint) => (endpoint === existing ? changed : endpoint)), 'changed']
      }),
    remove: (name) =>
      change((endpoints) => {
        const others = endpoints.filter((endpoint) => endpoint.name !== name)
        return [others, others.length < endpoints.length]
      }),
  }
}

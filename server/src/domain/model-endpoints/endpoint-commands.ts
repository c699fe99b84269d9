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
  const change = (work: (endpoints: readonly StoredEndpoint[]) => readonly StoredEndpoint[]) =>
    inHost(database, async (transaction) => {
      await store.write(transaction, work(await store.read(transaction)), now())
    })
  return {
    list: () => store.read(database),
    async save(draft) {
      let isKnown = false
      await change((endpoints) => {
        const known = endpoints.find(({ name }) => name === draft.name)
        isKnown = known !== undefined
        return known
          ? endpoints.map((one) => (one === known ? changedEndpoint(known, draft, store) : one))
          : [...endpoints, newEndpoint(draft, endpoints, store)]
      })
      return isKnown ? 'changed' : 'added'
    },
    async remove(name) {
      let isKnown = false
      await change((endpoints) => {
        isKnown = endpoints.some((one) => one.name === name)
        return endpoints.filter((one) => one.name !== name)
      })
      return isKnown
    },
  }
}

import type { HostAction } from '@vee/contract/entities/host'
import type {
  EndpointTest,
  ModelEndpoint,
  ModelEndpointDraft,
  ProviderTrouble,
} from '@vee/contract/entities/model-endpoint'
import { inHost } from '#db/queries/host.ts'
import type { Database } from '#db/schema.ts'
import type { EndpointConnection } from '#providers/endpoint-connection.ts'
import type { Caller } from '../accounts/index.ts'
import { type HostAdmins, recordHostAct } from '../host/index.ts'
import {
  connectionForTest,
  findEndpoint,
  newEndpoint,
  presentEndpoint,
  testedWithItsKey,
  type TestDraft,
  updateIn,
  type VersionedUpdate,
} from './endpoint-changes.ts'
import type { EndpointStore, StoredEndpoint } from './endpoint-store.ts'

/** Endpoints of language models that hosts manage. Every method throws FORBIDDEN for other callers. */
export interface ModelEndpoints {
  list(caller: Caller): Promise<ModelEndpoint[]>
  /** Throws VALIDATION if there are as many endpoints as allowed. */
  create(draft: ModelEndpointDraft, caller: Caller): Promise<ModelEndpoint>
  /**
   * Throws NOT_FOUND, and EDIT_CONFLICT if the endpoint changed since `version`. A key is preserved only for its
   * server, see `changedEndpoint`.
   */
  update(id: string, change: VersionedUpdate, caller: Caller): Promise<ModelEndpoint>
  remove(id: string, caller: Caller): Promise<void>
  test(draft: TestDraft, caller: Caller, signal: AbortSignal): Promise<EndpointTest>
}

interface ModelEndpointsDependencies {
  readonly database: Database
  readonly store: EndpointStore
  readonly admins: HostAdmins
  readonly testEndpoint: (connection: EndpointConnection, signal: AbortSignal) => Promise<EndpointTest>
  /** of the provider with the endpoint's id */
  readonly troubleOf: (id: string) => ProviderTrouble | undefined
  /** called with the id of an endpoint that passed its test */
  readonly onPassedTest: (id: string) => void
  /** called after a change, which other servers should read */
  readonly onChange: () => void
  /** milliseconds since 1970 */
  readonly now: () => number
}

export function createModelEndpoints({
  database,
  store,
  admins,
  testEndpoint,
  troubleOf,
  onPassedTest,
  onChange,
  now,
}: ModelEndpointsDependencies): ModelEndpoints {
  const present = (endpoint: StoredEndpoint): ModelEndpoint =>
    presentEndpoint(endpoint, store, troubleOf(endpoint.id))

  /** Changes the list in one transaction, with an audit entry, and applies it on this server. */
  async function change<R>(
    caller: Caller,
    work: (endpoints: StoredEndpoint[]) => {
      readonly endpoints: readonly StoredEndpoint[]
      readonly action: HostAction
      readonly target: string
      readonly result: R
    },
  ): Promise<R> {
    const host = await admins.only(caller)
    const result = await inHost(database, async (transaction) => {
      const outcome = work([...(await store.read(transaction))])
      await store.write(transaction, outcome.endpoints, now())
      const { action, target } = outcome
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

    create: (draft, caller) =>
      change(caller, (endpoints) => {
        const created = newEndpoint(draft, endpoints, store)
        const result = present(created)
        const target = created.name
        return { endpoints: [...endpoints, created], action: 'models.endpoint-added', target, result }
      }),

    update: (id, update, caller) =>
      change(caller, (before) => {
        const { endpoints, changed } = updateIn(before, id, update, store)
        const result = present(changed)
        return { endpoints, action: 'models.endpoint-changed', target: changed.name, result }
      }),

    remove: (id, caller) =>
      change(caller, (endpoints) => {
        const removed = findEndpoint(endpoints, id)
        return {
          endpoints: endpoints.filter((endpoint) => endpoint !== removed),
          action: 'models.endpoint-removed',
          target: removed.name,
          result: undefined,
        }
      }),

    async test(draft, caller, signal) {
      await admins.only(caller)
      const endpoints = draft.id === undefined ? [] : await store.read(database)
      const result = await testEndpoint(connectionForTest(draft, endpoints, store), signal)
      const stored = testedWithItsKey(draft, endpoints)
      if (stored && result.isWorking) onPassedTest(stored.id)
      return result
    },
  }
}

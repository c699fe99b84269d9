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
import { DomainError } from '../common/domain-error.ts'
import { type HostAdmins, recordHostAct } from '../host/index.ts'
import {
  changedEndpoint,
  type EndpointUpdate,
  newEndpoint,
  NO_SECRETS,
  originOf,
} from './endpoint-changes.ts'
import { connectionOf, type EndpointStore, type StoredEndpoint } from './endpoint-store.ts'

type EndpointChange = EndpointUpdate & {
  /** the version that the change is based on */
  readonly version: number
  /** from 0 */
  readonly position?: number | undefined
}

type TestDraft = Pick<ModelEndpointDraft, 'protocol' | 'baseUrl' | 'apiKey' | 'headers' | 'models'> & {
  readonly id?: string | undefined
}

/** Endpoints of language models that hosts manage. Every method throws FORBIDDEN for other callers. */
export interface ModelEndpoints {
  list(caller: Caller): Promise<ModelEndpoint[]>
  /** Throws VALIDATION if there are as many endpoints as allowed. */
  create(draft: ModelEndpointDraft, caller: Caller): Promise<ModelEndpoint>
  /**
   * Throws NOT_FOUND, and EDIT_CONFLICT if the endpoint changed since `version`. A key is preserved only for its
   * server, see `changedEndpoint`.
   */
  update(id: string, change: EndpointChange, caller: Caller): Promise<ModelEndpoint>
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
  /** milliseconds since 1970 */
  readonly now: () => number
}

export function createModelEndpoints({
  database,
  store,
  admins,
  testEndpoint,
  troubleOf,
  now,
}: ModelEndpointsDependencies): ModelEndpoints {
  const present = ({ sealed, ...endpoint }: StoredEndpoint): ModelEndpoint => {
    const secrets = store.openSecrets({ sealed })
    return {
      ...endpoint,
      hasKey: secrets !== undefined && secrets.apiKey !== '',
      headerNames: Object.keys(secrets?.headers ?? {}),
      isReadable: secrets !== undefined,
      trouble: troubleOf(endpoint.id) ?? null,
    }
  }

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
      await recordHostAct(transaction, host, now(), { action, target, before: null, after: null })
      return outcome.result
    })
    await store.refresh()
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

    update: (id, { version, position, ...fields }, caller) =>
      change(caller, (endpoints) => {
        const before = found(endpoints, id)
        if (before.version !== version) {
          throw new DomainError('EDIT_CONFLICT', 'This endpoint was changed meanwhile. Load it again.')
        }
        const after = changedEndpoint(before, fields, store)
        const others = endpoints.filter((endpoint) => endpoint.id !== id)
        const index = Math.min(position ?? endpoints.indexOf(before), others.length)
        return {
          endpoints: others.toSpliced(index, 0, after),
          action: 'models.endpoint-changed',
          target: after.name,
          result: present(after),
        }
      }),

    remove: (id, caller) =>
      change(caller, (endpoints) => {
        const removed = found(endpoints, id)
        return {
          endpoints: endpoints.filter((endpoint) => endpoint !== removed),
          action: 'models.endpoint-removed',
          target: removed.name,
          result: undefined,
        }
      }),

    async test({ id, apiKey, headers, ...draft }, caller, signal) {
      await admins.only(caller)
      const stored = id === undefined ? undefined : found(await store.read(database), id)
      const isSameOrigin = stored && originOf(stored.baseUrl) === originOf(draft.baseUrl)
      const secrets = (isSameOrigin && store.openSecrets(stored)) || NO_SECRETS
      const connection = connectionOf(
        {
          ...draft,
          id: stored?.id ?? 'test',
          name: stored?.name ?? 'The endpoint',
          prices: null,
          transcriptionModel: null,
          speechModel: null,
          access: { kind: 'everyone' },
        },
        { apiKey: apiKey ?? secrets.apiKey, headers: headers ?? secrets.headers },
      )
      return testEndpoint(connection, signal)
    },
  }
}

function found(endpoints: readonly StoredEndpoint[], id: string): StoredEndpoint {
  const endpoint = endpoints.find((one) => one.id === id)
  if (!endpoint) throw new DomainError('NOT_FOUND', 'This endpoint does not exist.')
  return endpoint
}

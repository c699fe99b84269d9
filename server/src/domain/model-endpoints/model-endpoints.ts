import { randomBytes } from 'node:crypto'
import type { HostAction } from '@vee/contract/entities/host'
import type {
  EndpointTest,
  ModelEndpoint,
  ModelEndpointDraft,
  ProviderTrouble,
} from '@vee/contract/entities/model-endpoint'
import { ENDPOINTS_MAX } from '@vee/contract/entities/model-endpoint-limits'
import { inHost } from '#db/queries/host.ts'
import type { Database } from '#db/schema.ts'
import type { EndpointConnection } from '#providers/endpoint-connection.ts'
import { type Caller, invalid } from '../accounts/index.ts'
import { DomainError } from '../common/domain-error.ts'
import { type HostAdmins, recordHostAct } from '../host/index.ts'
import {
  connectionOf,
  type EndpointSecrets,
  type EndpointStore,
  type StoredEndpoint,
} from './endpoint-store.ts'

type EndpointChange = {
  readonly [Field in keyof ModelEndpointDraft]?: ModelEndpointDraft[Field] | undefined
} & {
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
   * Throws NOT_FOUND, and EDIT_CONFLICT if the endpoint changed since `version`. A stored key is dropped if
   * the origin of the URL changes and the change contains no key: a key never reaches a server that it was
   * not entered for.
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

    create: ({ apiKey = '', headers = {}, ...draft }, caller) =>
      change(caller, (endpoints) => {
        if (endpoints.length >= ENDPOINTS_MAX) {
          throw invalid('name', `Keep at most ${ENDPOINTS_MAX} endpoints; remove some first.`)
        }
        const created: StoredEndpoint = {
          ...draft,
          id: `ep-${randomBytes(5).toString('hex')}`,
          version: 1,
          sealed: store.sealSecrets({ apiKey, headers }),
        }
        const result = present(created)
        const target = created.name
        return { endpoints: [...endpoints, created], action: 'models.endpoint-added', target, result }
      }),

    update: (id, { version, position, apiKey, headers, ...fields }, caller) =>
      change(caller, (endpoints) => {
        const before = found(endpoints, id)
        if (before.version !== version) {
          throw new DomainError('EDIT_CONFLICT', 'This endpoint was changed meanwhile. Load it again.')
        }
        const stored = store.openSecrets(before) ?? NO_SECRETS
        const isMoved = fields.baseUrl !== undefined && originOf(fields.baseUrl) !== originOf(before.baseUrl)
        const unchanged = isMoved ? NO_SECRETS : stored
        const secrets = { apiKey: apiKey ?? unchanged.apiKey, headers: headers ?? unchanged.headers }
        const after: StoredEndpoint = {
          ...before,
          ...withoutUndefined(fields),
          version: version + 1,
          sealed: store.sealSecrets(secrets),
        }
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

const NO_SECRETS: EndpointSecrets = { apiKey: '', headers: {} }

const originOf = (url: string) => new URL(url).origin

function found(endpoints: readonly StoredEndpoint[], id: string): StoredEndpoint {
  const endpoint = endpoints.find((one) => one.id === id)
  if (!endpoint) throw new DomainError('NOT_FOUND', 'This endpoint does not exist.')
  return endpoint
}

type Defined<T> = { [Key in keyof T]?: Exclude<T[Key], undefined> }

const withoutUndefined = <T extends object>(value: T): Defined<T> =>
  Object.fromEntries(Object.entries(value).filter(([, field]) => field !== undefined)) as Defined<T>

import { randomBytes } from 'node:crypto'
import type {
  ModelEndpoint,
  ModelEndpointDraft,
  ProviderTrouble,
} from '@vee/contract/entities/model-endpoint'
import { MAX_ENDPOINTS, VENDOR_SEARCH_PROTOCOLS } from '@vee/contract/entities/model-endpoint-limits'
import { invalid } from '../accounts/index.ts'
import type { EndpointConnection } from '#providers/endpoint-connection.ts'
import { DomainError } from '../errors/domain-error.ts'
import {
  connectionOf,
  type EndpointSealing,
  type EndpointSecrets,
  type StoredEndpoint,
} from './endpoint-store.ts'

/** Fields of an endpoint to change; undefined ones are preserved. */
type EndpointUpdate = {
  readonly [Field in keyof ModelEndpointDraft]?: ModelEndpointDraft[Field] | undefined
}

const NO_SECRETS: EndpointSecrets = { apiKey: '', headers: {} }

/** Returns the new endpoint. Throws VALIDATION if there are as many as allowed. */
export function newEndpoint(
  { apiKey = '', headers = {}, ...draft }: ModelEndpointDraft,
  endpoints: readonly StoredEndpoint[],
  sealing: EndpointSealing,
  max = MAX_ENDPOINTS,
): StoredEndpoint {
  if (endpoints.length >= max) {
    throw invalid('name', `Keep at most ${max} endpoints; remove some first.`)
  }
  assertSearches(draft)
  return {
    ...draft,
    id: `ep-${randomBytes(5).toString('hex')}`,
    version: 1,
    sealed: sealing.sealSecrets({ apiKey, headers }),
  }
}

/**
 * Returns the endpoint after a change. A stored key is dropped if the origin of the URL changes and the change contains
 * no key: a key never reaches a server that it was not entered for.
 */
export function changedEndpoint(
  before: StoredEndpoint,
  { apiKey, headers, ...fields }: EndpointUpdate,
  sealing: EndpointSealing,
): StoredEndpoint {
  const stored = sealing.openSecrets(before) ?? NO_SECRETS
  const isMoved = fields.baseUrl !== undefined && originOf(fields.baseUrl) !== originOf(before.baseUrl)
  const unchanged = isMoved ? NO_SECRETS : stored
  const secrets = { apiKey: apiKey ?? unchanged.apiKey, headers: headers ?? unchanged.headers }
  const changed = { ...before, ...withoutUndefined(fields) }
  assertSearches(changed)
  return {
    ...changed,
    version: before.version + 1,
    sealed: sealing.sealSecrets(secrets),
  }
}

/** Throws VALIDATION for the vendor's search in a protocol that has none. */
function assertSearches({ protocol, vendorSearch }: Pick<StoredEndpoint, 'protocol' | 'vendorSearch'>): void {
  if (vendorSearch && !VENDOR_SEARCH_PROTOCOLS.some((candidate) => candidate === protocol))
    throw invalid('vendorSearch', 'This protocol has no search of its vendor.')
}

/** A change with the version that it is based on. */
export type VersionedUpdate = EndpointUpdate & {
  readonly version: number
  /** in the order of preference, from 0 */
  readonly position?: number | undefined
}

/** Returns the list after a change, and the changed endpoint. Throws NOT_FOUND and EDIT_CONFLICT. */
export function updateIn(
  endpoints: readonly StoredEndpoint[],
  id: string,
  { version, position, ...fields }: VersionedUpdate,
  sealing: EndpointSealing,
): { readonly endpoints: readonly StoredEndpoint[]; readonly changed: StoredEndpoint } {
  const before = findEndpoint(endpoints, id)
  if (before.version !== version) {
    throw new DomainError('EDIT_CONFLICT', 'This endpoint was changed meanwhile. Load it again.')
  }
  const changed = changedEndpoint(before, fields, sealing)
  const others = endpoints.filter((endpoint) => endpoint !== before)
  const index = Math.min(position ?? endpoints.indexOf(before), others.length)
  return { endpoints: others.toSpliced(index, 0, changed), changed }
}

/** Throws NOT_FOUND. */
export function findEndpoint(endpoints: readonly StoredEndpoint[], id: string): StoredEndpoint {
  const endpoint = endpoints.find((candidate) => candidate.id === id)
  if (!endpoint) throw new DomainError('NOT_FOUND', 'This endpoint does not exist.')
  return endpoint
}

export type TestDraft = Pick<ModelEndpointDraft, 'protocol' | 'baseUrl' | 'apiKey' | 'headers' | 'models'> & {
  /** uses the secrets of this stored endpoint where the draft has none, for the same origin only */
  readonly id?: string | undefined
}

/** Returns the connection for a test. Throws NOT_FOUND. */
export function connectionForTest(
  { id, apiKey, headers, ...draft }: TestDraft,
  endpoints: readonly StoredEndpoint[],
  sealing: EndpointSealing,
): EndpointConnection {
  const stored = id === undefined ? undefined : findEndpoint(endpoints, id)
  const isSameOrigin = stored && originOf(stored.baseUrl) === originOf(draft.baseUrl)
  const secrets = (isSameOrigin && sealing.openSecrets(stored)) || NO_SECRETS
  return connectionOf(
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
}

/** Returns the stored endpoint that a test uses as it is stored, with its key; undefined for a test of other values. */
export const testedWithItsKey = (
  { id, baseUrl, apiKey }: TestDraft,
  endpoints: readonly StoredEndpoint[],
): StoredEndpoint | undefined =>
  apiKey === undefined
    ? endpoints.find((candidate) => candidate.id === id && originOf(candidate.baseUrl) === originOf(baseUrl))
    : undefined

/** Returns an endpoint as its managers see it, without its secrets. */
export function presentEndpoint(
  { sealed, ...endpoint }: StoredEndpoint,
  sealing: EndpointSealing,
  trouble: ProviderTrouble | undefined,
): ModelEndpoint {
  const secrets = sealing.openSecrets({ sealed })
  return {
    ...endpoint,
    hasKey: secrets !== undefined && secrets.apiKey !== '',
    headerNames: Object.keys(secrets?.headers ?? {}),
    isReadable: secrets !== undefined,
    trouble: trouble ?? null,
  }
}

const originOf = (url: string) => new URL(url).origin

type Defined<T> = { [Key in keyof T]?: Exclude<T[Key], undefined> }

const withoutUndefined = <T extends object>(value: T): Defined<T> =>
  Object.fromEntries(Object.entries(value).filter(([, field]) => field !== undefined)) as Defined<T>

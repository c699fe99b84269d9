import { randomBytes } from 'node:crypto'
import type { ModelEndpointDraft } from '@vee/contract/entities/model-endpoint'
import { ENDPOINTS_MAX } from '@vee/contract/entities/model-endpoint-limits'
import { invalid } from '../accounts/index.ts'
import type { EndpointSecrets, EndpointStore, StoredEndpoint } from './endpoint-store.ts'

/** Fields of an endpoint to change; undefined ones are preserved. */
export type EndpointUpdate = {
  readonly [Field in keyof ModelEndpointDraft]?: ModelEndpointDraft[Field] | undefined
}

export const NO_SECRETS: EndpointSecrets = { apiKey: '', headers: {} }

/** Returns the new endpoint. Throws VALIDATION if there are as many as allowed. */
export function newEndpoint(
  { apiKey = '', headers = {}, ...draft }: ModelEndpointDraft,
  endpoints: readonly StoredEndpoint[],
  store: EndpointStore,
): StoredEndpoint {
  if (endpoints.length >= ENDPOINTS_MAX) {
    throw invalid('name', `Keep at most ${ENDPOINTS_MAX} endpoints; remove some first.`)
  }
  return {
    ...draft,
    id: `ep-${randomBytes(5).toString('hex')}`,
    version: 1,
    sealed: store.sealSecrets({ apiKey, headers }),
  }
}

/**
 * Returns the endpoint after a change. A stored key is dropped if the origin of the URL changes and the change contains
 * no key: a key never reaches a server that it was not entered for.
 */
export function changedEndpoint(
  before: StoredEndpoint,
  { apiKey, headers, ...fields }: EndpointUpdate,
  store: EndpointStore,
): StoredEndpoint {
  const stored = store.openSecrets(before) ?? NO_SECRETS
  const isMoved = fields.baseUrl !== undefined && originOf(fields.baseUrl) !== originOf(before.baseUrl)
  const unchanged = isMoved ? NO_SECRETS : stored
  const secrets = { apiKey: apiKey ?? unchanged.apiKey, headers: headers ?? unchanged.headers }
  return {
    ...before,
    ...withoutUndefined(fields),
    version: before.version + 1,
    sealed: store.sealSecrets(secrets),
  }
}

export const originOf = (url: string) => new URL(url).origin

type Defined<T> = { [Key in keyof T]?: Exclude<T[Key], undefined> }

const withoutUndefined = <T extends object>(value: T): Defined<T> =>
  Object.fromEntries(Object.entries(value).filter(([, field]) => field !== undefined)) as Defined<T>

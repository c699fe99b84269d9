import {
  getScimConfig,
  getScimResourceType,
  getScimSchema,
  listScimResourceTypes,
  listScimSchemas,
} from '@vee/contract/http/scim'
import { scimConfig, scimResourceTypes, scimSchemas } from '#domain/provisioning/index.ts'
import { DomainError } from '#domain/domain-error.ts'
import { json, route } from '../route.ts'

const baseOf = (publicUrl: string | undefined, origin: string) => `${publicUrl ?? origin}/api/scim/v2`

/** RFC 7644, section 4: a filter must be rejected here, so that clients do not assume it was applied. */
function assertNoFilter({ filter }: { readonly filter?: string | undefined }): void {
  if (filter !== undefined)
    throw new DomainError('FORBIDDEN', 'There is no filter for what describes the server.')
}

function oneOf<R extends { readonly id: string }>(resources: readonly R[], id: string): R {
  const found = resources.find((resource) => resource.id === id)
  if (!found) throw new DomainError('NOT_FOUND', 'There is no such resource.')
  return found
}

interface Asked {
  readonly origin: string
  readonly query: { readonly filter?: string | undefined }
}

/** Returns a handler that calls `describe` with the server's URL. */
const describing =
  (publicUrl: string | undefined, describe: (base: string) => object) =>
  ({ origin, query }: Asked) => {
    assertNoFilter(query)
    return json({ ...describe(baseOf(publicUrl, origin)) })
  }

export const getScimConfigRoute = (publicUrl: string | undefined) =>
  route(getScimConfig, describing(publicUrl, scimConfig))

export const listScimResourceTypesRoute = (publicUrl: string | undefined) =>
  route(listScimResourceTypes, describing(publicUrl, scimResourceTypes))

export const getScimResourceTypeRoute = (publicUrl: string | undefined) =>
  route(getScimResourceType, ({ origin, params }) =>
    json(oneOf(scimResourceTypes(baseOf(publicUrl, origin)).Resources, params.id)),
  )

export const listScimSchemasRoute = (publicUrl: string | undefined) =>
  route(listScimSchemas, describing(publicUrl, scimSchemas))

export const getScimSchemaRoute = (publicUrl: string | undefined) =>
  route(getScimSchema, ({ origin, params }) =>
    json(oneOf(scimSchemas(baseOf(publicUrl, origin)).Resources, params.id)),
  )

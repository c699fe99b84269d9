import { z } from 'zod'
import { listOf, scimPatch, scimUser, scimUserInput } from '../../entities/accounts/scim.ts'
import { type Endpoint, defineEndpoint } from '../endpoint.ts'

const tag = 'scim'
/** A directory authenticates with its own token, which is not a session. */
const access = 'public'
const protocol = 'scim'
const errors = ['UNAUTHORIZED'] as const
const ofOne = ['UNAUTHORIZED', 'NOT_FOUND'] as const
const idParams = z.object({ id: z.string().max(2_000) })
const user = { kind: 'json', schema: scimUser } as const
const anything = { kind: 'json', schema: z.record(z.string(), z.unknown()) } as const
/** Invalid numbers count as omitted, and negative ones as the minimum (RFC 7644, section 3.4.2.4). */
const number = z.coerce.number().int().optional().catch(undefined)

export const listScimUsers = defineEndpoint({
  method: 'GET',
  path: '/scim/v2/Users',
  tag,
  protocol,
  summary:
    "List users of the token's organization; filter `userName`, `externalId`, `id` or `active` by `eq`, joined by `and`",
  access,
  query: z.object({ filter: z.string().max(1_000).optional(), startIndex: number, count: number }),
  responses: { 200: { kind: 'json', schema: listOf(scimUser) } },
  errors,
})

export const createScimUser = defineEndpoint({
  method: 'POST',
  path: '/scim/v2/Users',
  tag,
  protocol,
  summary: 'Create a user of a verified domain: assigns a seat, and creates an account if there is none',
  access,
  body: { kind: 'json', schema: scimUserInput },
  responses: { 201: user },
  errors: [...errors, 'ALREADY_MEMBER', 'SEATS_EXHAUSTED'],
})

export const getScimUser = defineEndpoint({
  method: 'GET',
  path: '/scim/v2/Users/{id}',
  tag,
  protocol,
  summary: 'Get a user',
  access,
  params: idParams,
  responses: { 200: user },
  errors: ofOne,
})

export const replaceScimUser = defineEndpoint({
  method: 'PUT',
  path: '/scim/v2/Users/{id}',
  tag,
  protocol,
  summary: 'Replace a user; omitted attributes are removed. The email address cannot change',
  access,
  params: idParams,
  body: { kind: 'json', schema: scimUserInput },
  responses: { 200: user },
  errors: [...ofOne, 'LAST_ADMIN', 'SEATS_EXHAUSTED'],
})

export const patchScimUser = defineEndpoint({
  method: 'PATCH',
  path: '/scim/v2/Users/{id}',
  tag,
  protocol,
  summary: 'Update a user; `active` false releases the seat, true assigns one',
  access,
  params: idParams,
  body: { kind: 'json', schema: scimPatch },
  responses: { 200: user },
  errors: [...ofOne, 'LAST_ADMIN', 'SEATS_EXHAUSTED'],
})

export const deleteScimUser = defineEndpoint({
  method: 'DELETE',
  path: '/scim/v2/Users/{id}',
  tag,
  protocol,
  summary: 'Delete a user: releases the seat and removes directory data; the account stays',
  access,
  params: idParams,
  responses: { 204: { kind: 'empty' } },
  errors: [...ofOne, 'LAST_ADMIN'],
})

export const listScimGroups = defineEndpoint({
  method: 'GET',
  path: '/scim/v2/Groups',
  tag,
  protocol,
  summary: 'List groups; always empty, as groups are not supported',
  access,
  responses: { 200: { kind: 'json', schema: listOf(scimUser) } },
  errors,
})

/** The discovery endpoints are the same for all callers and have no parameters (RFC 7644, section 4). */
const describing = { method: 'GET', tag, protocol, access, responses: { 200: anything } } as const
const unfiltered = z.object({ filter: z.string().max(1_000).optional() })

export const getScimConfig = defineEndpoint({
  ...describing,
  path: '/scim/v2/ServiceProviderConfig',
  summary: 'Get the service provider configuration',
  query: unfiltered,
  errors: ['FORBIDDEN'],
})

export const listScimResourceTypes = defineEndpoint({
  ...describing,
  path: '/scim/v2/ResourceTypes',
  summary: 'List resource types',
  query: unfiltered,
  errors: ['FORBIDDEN'],
})

export const getScimResourceType = defineEndpoint({
  ...describing,
  path: '/scim/v2/ResourceTypes/{id}',
  summary: 'Get the resource type `User`',
  params: idParams,
  errors: ['NOT_FOUND'],
})

export const listScimSchemas = defineEndpoint({
  ...describing,
  path: '/scim/v2/Schemas',
  summary: 'List schemas',
  query: unfiltered,
  errors: ['FORBIDDEN'],
})

export const getScimSchema = defineEndpoint({
  ...describing,
  path: '/scim/v2/Schemas/{id}',
  summary: 'Get a schema by its URN',
  params: idParams,
  errors: ['NOT_FOUND'],
})

export const SCIM_CALLS: readonly Endpoint[] = [
  listScimUsers,
  createScimUser,
  getScimUser,
  replaceScimUser,
  patchScimUser,
  deleteScimUser,
  listScimGroups,
  getScimConfig,
  listScimResourceTypes,
  getScimResourceType,
  listScimSchemas,
  getScimSchema,
]

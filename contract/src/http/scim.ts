import { z } from 'zod'
import { listOf, scimPatch, scimUser, scimUserInput } from '../entities/scim.ts'
import { type Call, defineCall } from './call.ts'

const area = 'scim'
/** A directory authenticates with its own token, which is not a session. */
const access = 'public'
const protocol = 'scim'
const errors = ['UNAUTHORIZED'] as const
const ofOne = ['UNAUTHORIZED', 'NOT_FOUND'] as const
const one = z.object({ id: z.string().max(2_000) })
const user = { kind: 'json', schema: scimUser } as const
const anything = { kind: 'json', schema: z.record(z.string(), z.unknown()) } as const
/** Invalid numbers count as omitted, and negative ones as the minimum (RFC 7644, section 3.4.2.4). */
const number = z.coerce.number().int().optional().catch(undefined)

export const listScimUsers = defineCall({
  method: 'GET',
  path: '/scim/v2/Users',
  area,
  protocol,
  summary:
    'Members of the organization of the token; filter `userName`, `externalId`, `id` or `active` by `eq`, joined by `and`',
  access,
  query: z.object({ filter: z.string().max(1_000).optional(), startIndex: number, count: number }),
  answers: { 200: { kind: 'json', schema: listOf(scimUser) } },
  errors,
})

export const createScimUser = defineCall({
  method: 'POST',
  path: '/scim/v2/Users',
  area,
  protocol,
  summary: 'Create a user of a verified domain: assigns a seat, and creates an account if there is none',
  access,
  body: { kind: 'json', schema: scimUserInput },
  answers: { 201: user },
  errors: [...errors, 'ALREADY_MEMBER', 'SEATS_EXHAUSTED'],
})

export const getScimUser = defineCall({
  method: 'GET',
  path: '/scim/v2/Users/{id}',
  area,
  protocol,
  summary: 'One of them',
  access,
  params: one,
  answers: { 200: user },
  errors: ofOne,
})

export const replaceScimUser = defineCall({
  method: 'PUT',
  path: '/scim/v2/Users/{id}',
  area,
  protocol,
  summary: 'Replace a user; omitted attributes are removed. The email address cannot change',
  access,
  params: one,
  body: { kind: 'json', schema: scimUserInput },
  answers: { 200: user },
  errors: [...ofOne, 'LAST_ADMIN', 'SEATS_EXHAUSTED'],
})

export const patchScimUser = defineCall({
  method: 'PATCH',
  path: '/scim/v2/Users/{id}',
  area,
  protocol,
  summary: 'Update a user; `active` false releases the seat, true assigns one',
  access,
  params: one,
  body: { kind: 'json', schema: scimPatch },
  answers: { 200: user },
  errors: [...ofOne, 'LAST_ADMIN', 'SEATS_EXHAUSTED'],
})

export const deleteScimUser = defineCall({
  method: 'DELETE',
  path: '/scim/v2/Users/{id}',
  area,
  protocol,
  summary: 'Delete a user: releases the seat and removes directory data; the account stays',
  access,
  params: one,
  answers: { 204: { kind: 'empty' } },
  errors: [...ofOne, 'LAST_ADMIN'],
})

export const listScimGroups = defineCall({
  method: 'GET',
  path: '/scim/v2/Groups',
  area,
  protocol,
  summary: 'List groups; always empty, as groups are not supported',
  access,
  answers: { 200: { kind: 'json', schema: listOf(scimUser) } },
  errors,
})

/** The discovery endpoints are the same for all callers and have no parameters (RFC 7644, section 4). */
const describing = { method: 'GET', area, protocol, access, answers: { 200: anything } } as const
const unfiltered = z.object({ filter: z.string().max(1_000).optional() })

export const getScimConfig = defineCall({
  ...describing,
  path: '/scim/v2/ServiceProviderConfig',
  summary: 'Get the service provider configuration',
  query: unfiltered,
  errors: ['FORBIDDEN'],
})

export const listScimResourceTypes = defineCall({
  ...describing,
  path: '/scim/v2/ResourceTypes',
  summary: 'List resource types',
  query: unfiltered,
  errors: ['FORBIDDEN'],
})

export const getScimResourceType = defineCall({
  ...describing,
  path: '/scim/v2/ResourceTypes/{id}',
  summary: 'Get the resource type `User`',
  params: one,
  errors: ['NOT_FOUND'],
})

export const listScimSchemas = defineCall({
  ...describing,
  path: '/scim/v2/Schemas',
  summary: 'List schemas',
  query: unfiltered,
  errors: ['FORBIDDEN'],
})

export const getScimSchema = defineCall({
  ...describing,
  path: '/scim/v2/Schemas/{id}',
  summary: 'Get a schema by its URN',
  params: one,
  errors: ['NOT_FOUND'],
})

export const SCIM_CALLS: readonly Call[] = [
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

import { z } from 'zod'
import { listOf, scimPatch, scimUser, scimUserInput } from '../entities/scim.ts'
import { type Call, defineCall } from './call.ts'

const area = 'scim'
/** A directory shows a token of its own, which is no session. */
const access = 'public'
const protocol = 'scim'
const errors = ['UNAUTHORIZED'] as const
const ofOne = ['UNAUTHORIZED', 'NOT_FOUND'] as const
const one = z.object({ id: z.string().max(2_000) })
const user = { kind: 'json', schema: scimUser } as const
const anything = { kind: 'json', schema: z.record(z.string(), z.unknown()) } as const
/** Numbers that are none count as left out, and negative ones as the least (RFC 7644, section 3.4.2.4). */
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
  summary: 'Give somebody of a verified domain a seat, and an account if they have none',
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
  summary: 'Replace what is known of them; what is left out is gone. Their address stays',
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
  summary: 'Change some of it; `active` false gives the seat up, true takes one',
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
  summary: 'Give their seat up and forget what the directory told; the account is theirs and stays',
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
  summary: 'An empty list: groups are not kept, though directories ask for them',
  access,
  answers: { 200: { kind: 'json', schema: listOf(scimUser) } },
  errors,
})

/** What describes the server is the same for everybody, and there is nothing to choose from (RFC 7644, section 4). */
const describing = { method: 'GET', area, protocol, access, answers: { 200: anything } } as const
const unfiltered = z.object({ filter: z.string().max(1_000).optional() })

export const getScimConfig = defineCall({
  ...describing,
  path: '/scim/v2/ServiceProviderConfig',
  summary: 'What of SCIM is done here',
  query: unfiltered,
  errors: ['FORBIDDEN'],
})

export const listScimResourceTypes = defineCall({
  ...describing,
  path: '/scim/v2/ResourceTypes',
  summary: 'What can be looked after: users',
  query: unfiltered,
  errors: ['FORBIDDEN'],
})

export const getScimResourceType = defineCall({
  ...describing,
  path: '/scim/v2/ResourceTypes/{id}',
  summary: 'One of them: `User`',
  params: one,
  errors: ['NOT_FOUND'],
})

export const listScimSchemas = defineCall({
  ...describing,
  path: '/scim/v2/Schemas',
  summary: 'The attributes of users that are kept',
  query: unfiltered,
  errors: ['FORBIDDEN'],
})

export const getScimSchema = defineCall({
  ...describing,
  path: '/scim/v2/Schemas/{id}',
  summary: 'One of the schemas, by its URN',
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

import { z } from 'zod'
import { organizationDomain, scimAccess } from '../../entities/accounts/provisioning.ts'
import { type Endpoint, defineEndpoint } from '../endpoint.ts'

const tag = 'organizations'
const access = 'signed-in'
const id = z.string().max(2_000)
const ofOrganization = z.object({ id })
const ofDomain = z.object({ id, domainId: id })
/** shared errors: admins only */
const errors = ['UNAUTHORIZED', 'SESSION_EXPIRED', 'FORBIDDEN', 'NOT_FOUND'] as const
const nothing = { 204: { kind: 'empty' } } as const
const oneDomain = { kind: 'json', schema: organizationDomain } as const

export const listDomains = defineEndpoint({
  method: 'GET',
  path: '/organizations/{id}/domains',
  tag,
  summary: "List the organization's email domains",
  access,
  params: ofOrganization,
  responses: { 200: { kind: 'json', schema: z.object({ domains: z.array(organizationDomain) }) } },
  errors,
})

export const claimDomain = defineEndpoint({
  method: 'POST',
  path: '/organizations/{id}/domains',
  tag,
  summary: 'Claim a domain; it is active once its TXT record is verified',
  access,
  params: ofOrganization,
  body: { kind: 'json', schema: z.object({ domain: z.string().max(2_000) }) },
  responses: { 201: oneDomain },
  errors,
})

export const verifyDomain = defineEndpoint({
  method: 'POST',
  path: '/organizations/{id}/domains/{domainId}/verify',
  tag,
  summary:
    'Verify the TXT record. Afterwards people who sign in by OpenID Connect with an address of the domain join while seats are available',
  access,
  params: ofDomain,
  responses: { 200: oneDomain },
  errors: [...errors, 'RATE_LIMITED'],
})

export const removeDomain = defineEndpoint({
  method: 'DELETE',
  path: '/organizations/{id}/domains/{domainId}',
  tag,
  summary: 'Release a domain; members who joined through it stay',
  access,
  params: ofDomain,
  responses: nothing,
  errors,
})

export const getScimAccess = defineEndpoint({
  method: 'GET',
  path: '/organizations/{id}/scim',
  tag,
  summary: 'Get the SCIM 2.0 base URL and whether a token exists',
  access,
  params: ofOrganization,
  responses: { 200: { kind: 'json', schema: scimAccess } },
  errors,
})

export const makeScimToken = defineEndpoint({
  method: 'POST',
  path: '/organizations/{id}/scim',
  tag,
  summary: 'Create a SCIM token, returned only once; revokes the previous one',
  access,
  params: ofOrganization,
  responses: { 201: { kind: 'json', schema: z.object({ token: z.string(), scim: scimAccess }) } },
  errors,
})

export const revokeScimToken = defineEndpoint({
  method: 'DELETE',
  path: '/organizations/{id}/scim',
  tag,
  summary: 'Revoke the SCIM token; members stay',
  access,
  params: ofOrganization,
  responses: nothing,
  errors,
})

export const PROVISIONING_CALLS: readonly Endpoint[] = [
  listDomains,
  claimDomain,
  verifyDomain,
  removeDomain,
  getScimAccess,
  makeScimToken,
  revokeScimToken,
]

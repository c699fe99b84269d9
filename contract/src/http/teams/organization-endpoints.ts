import { z } from 'zod'
import { endpointTest } from '../../entities/model-endpoint.ts'
import {
  organizationEndpoint,
  organizationEndpointDraft,
} from '../../entities/teams/organization-endpoint.ts'
import { type Endpoint, defineEndpoint } from '../endpoint.ts'

const tag = 'organizations'
const access = 'signed-in'
const id = z.string().max(2_000)
const ofOrganization = z.object({ id })
const ofEndpoint = z.object({ id, endpointId: id })
/** shared errors: admins only */
const errors = ['UNAUTHORIZED', 'SESSION_EXPIRED', 'FORBIDDEN', 'NOT_FOUND'] as const

export const listOrganizationEndpoints = defineEndpoint({
  method: 'GET',
  path: '/organizations/{id}/endpoints',
  tag,
  summary:
    "List the organization's own endpoints of language models in order of preference, without their keys",
  access,
  params: ofOrganization,
  responses: { 200: { kind: 'json', schema: z.object({ items: z.array(organizationEndpoint) }) } },
  errors,
})

export const createOrganizationEndpoint = defineEndpoint({
  method: 'POST',
  path: '/organizations/{id}/endpoints',
  tag,
  summary:
    'Add an endpoint for the members of the organization. The key is stored sealed and never returned. The address has to be on the public internet with https, or in a network that the host allows',
  access,
  params: ofOrganization,
  body: { kind: 'json', schema: organizationEndpointDraft },
  responses: { 201: { kind: 'json', schema: organizationEndpoint } },
  errors,
})

export const updateOrganizationEndpoint = defineEndpoint({
  method: 'PATCH',
  path: '/organizations/{id}/endpoints/{endpointId}',
  tag,
  summary: 'Change an endpoint; `position` moves it in the order of preference',
  access,
  params: ofEndpoint,
  body: {
    kind: 'json',
    schema: organizationEndpointDraft.partial().extend({
      /** the version that the change is based on */
      version: z.int().positive(),
      /** from 0 */
      position: z.int().min(0).max(1_000).optional(),
    }),
  },
  responses: { 200: { kind: 'json', schema: organizationEndpoint } },
  errors: [...errors, 'EDIT_CONFLICT'],
})

export const deleteOrganizationEndpoint = defineEndpoint({
  method: 'DELETE',
  path: '/organizations/{id}/endpoints/{endpointId}',
  tag,
  summary: 'Remove an endpoint and its key. Replies in progress are completed',
  access,
  params: ofEndpoint,
  responses: { 204: { kind: 'empty' } },
  errors,
})

export const testOrganizationEndpoint = defineEndpoint({
  method: 'POST',
  path: '/organizations/{id}/endpoints/test',
  tag,
  summary:
    'Request the list of models and one short reply from an endpoint, stored or not, with the time it took; at most 60 an hour',
  access,
  params: ofOrganization,
  body: {
    kind: 'json',
    schema: organizationEndpointDraft
      .pick({ protocol: true, baseUrl: true, apiKey: true, headers: true, models: true })
      .extend({
        /** uses the key and headers of this stored endpoint where the body has none, for the same origin only */
        id: z.string().max(100).optional(),
      }),
  },
  responses: { 200: { kind: 'json', schema: endpointTest } },
  errors: [...errors, 'RATE_LIMITED'],
})

export const ORGANIZATION_ENDPOINT_CALLS: readonly Endpoint[] = [
  listOrganizationEndpoints,
  createOrganizationEndpoint,
  updateOrganizationEndpoint,
  deleteOrganizationEndpoint,
  testOrganizationEndpoint,
]

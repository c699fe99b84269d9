import { z } from 'zod'
import { endpointTest, modelEndpoint, modelEndpointDraft } from '../entities/model-endpoint.ts'
import { type Endpoint, defineEndpoint } from './endpoint.ts'

const tag = 'host'
const access = 'signed-in'
const errors = ['UNAUTHORIZED', 'SESSION_EXPIRED', 'FORBIDDEN'] as const
const params = z.object({ id: z.string().max(100) })

export const listModelEndpoints = defineEndpoint({
  method: 'GET',
  path: '/host/endpoints',
  tag,
  summary: 'List the endpoints of language models in order of preference, without their keys',
  access,
  responses: { 200: { kind: 'json', schema: z.object({ items: z.array(modelEndpoint) }) } },
  errors,
})

export const createModelEndpoint = defineEndpoint({
  method: 'POST',
  path: '/host/endpoints',
  tag,
  summary: 'Add an endpoint of language models. The key is stored sealed and never returned',
  access,
  body: { kind: 'json', schema: modelEndpointDraft },
  responses: { 201: { kind: 'json', schema: modelEndpoint } },
  errors,
})

export const updateModelEndpoint = defineEndpoint({
  method: 'PATCH',
  path: '/host/endpoints/{id}',
  tag,
  summary: 'Change an endpoint; `position` moves it in the order of preference',
  access,
  params,
  body: {
    kind: 'json',
    schema: modelEndpointDraft.partial().extend({
      /** the version that the change is based on */
      version: z.int().positive(),
      /** from 0 */
      position: z.int().min(0).max(1_000).optional(),
    }),
  },
  responses: { 200: { kind: 'json', schema: modelEndpoint } },
  errors: [...errors, 'NOT_FOUND', 'EDIT_CONFLICT'],
})

export const deleteModelEndpoint = defineEndpoint({
  method: 'DELETE',
  path: '/host/endpoints/{id}',
  tag,
  summary: 'Remove an endpoint and its key. Replies in progress are completed',
  access,
  params,
  responses: { 204: { kind: 'empty' } },
  errors: [...errors, 'NOT_FOUND'],
})

export const testModelEndpoint = defineEndpoint({
  method: 'POST',
  path: '/host/endpoints/test',
  tag,
  summary:
    'Request the list of models and one short reply from an endpoint, stored or not, with the time it took',
  access,
  body: {
    kind: 'json',
    schema: modelEndpointDraft
      .pick({ protocol: true, baseUrl: true, apiKey: true, headers: true, models: true })
      .extend({
        /** uses the key and headers of this stored endpoint where the body has none, for the same origin only */
        id: z.string().max(100).optional(),
      }),
  },
  responses: { 200: { kind: 'json', schema: endpointTest } },
  errors: [...errors, 'NOT_FOUND'],
})

export const MODEL_ENDPOINT_CALLS: readonly Endpoint[] = [
  listModelEndpoints,
  createModelEndpoint,
  updateModelEndpoint,
  deleteModelEndpoint,
  testModelEndpoint,
]

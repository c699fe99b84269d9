import { z } from 'zod'
import { endpointTest, modelEndpoint, modelEndpointDraft } from '../entities/model-endpoint.ts'
import { type Call, defineCall } from './call.ts'

const area = 'host'
const access = 'signed-in'
const errors = ['UNAUTHORIZED', 'SESSION_EXPIRED', 'FORBIDDEN'] as const
const params = z.object({ id: z.string().max(100) })

export const listModelEndpoints = defineCall({
  method: 'GET',
  path: '/host/endpoints',
  area,
  summary: 'List the endpoints of language models in order of preference, without their keys',
  access,
  answers: { 200: { kind: 'json', schema: z.object({ items: z.array(modelEndpoint) }) } },
  errors,
})

export const createModelEndpoint = defineCall({
  method: 'POST',
  path: '/host/endpoints',
  area,
  summary: 'Add an endpoint of language models. The key is stored sealed and never returned',
  access,
  body: { kind: 'json', schema: modelEndpointDraft },
  answers: { 201: { kind: 'json', schema: modelEndpoint } },
  errors,
})

export const updateModelEndpoint = defineCall({
  method: 'PATCH',
  path: '/host/endpoints/{id}',
  area,
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
  answers: { 200: { kind: 'json', schema: modelEndpoint } },
  errors: [...errors, 'NOT_FOUND', 'EDIT_CONFLICT'],
})

export const deleteModelEndpoint = defineCall({
  method: 'DELETE',
  path: '/host/endpoints/{id}',
  area,
  summary: 'Remove an endpoint and its key. Replies in progress are completed',
  access,
  params,
  answers: { 204: { kind: 'empty' } },
  errors: [...errors, 'NOT_FOUND'],
})

export const testModelEndpoint = defineCall({
  method: 'POST',
  path: '/host/endpoints/test',
  area,
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
  answers: { 200: { kind: 'json', schema: endpointTest } },
  errors: [...errors, 'NOT_FOUND'],
})

export const MODEL_ENDPOINT_CALLS: readonly Call[] = [
  listModelEndpoints,
  createModelEndpoint,
  updateModelEndpoint,
  deleteModelEndpoint,
  testModelEndpoint,
]

import { z } from 'zod'
import { hostSearchEngine, searchEngineDraft, searchEngineTest } from '../entities/search-engine.ts'
import { type Endpoint, defineEndpoint } from './endpoint.ts'

const tag = 'host'
const access = 'signed-in'
const errors = ['UNAUTHORIZED', 'SESSION_EXPIRED', 'FORBIDDEN'] as const
/** an id of `searchEngineId` */
const params = z.object({ id: z.string().max(100) })

export const listSearchEngines = defineEndpoint({
  method: 'GET',
  path: '/host/search',
  tag,
  summary: 'List the search engines that were connected here, in order of preference, without their keys',
  access,
  responses: { 200: { kind: 'json', schema: z.object({ items: z.array(hostSearchEngine) }) } },
  errors,
})

export const putSearchEngine = defineEndpoint({
  method: 'PUT',
  path: '/host/search/{id}',
  tag,
  summary:
    'Connect a search engine, or change it; it takes the place of the one that the environment connects. The key is stored sealed and never returned',
  access,
  params,
  body: {
    kind: 'json',
    schema: searchEngineDraft.extend({
      /** in the order of preference, from 0; default: its place, or the end */
      position: z.int().min(0).max(100).optional(),
    }),
  },
  responses: { 200: { kind: 'json', schema: hostSearchEngine } },
  errors: [...errors, 'NOT_FOUND'],
})

export const deleteSearchEngine = defineEndpoint({
  method: 'DELETE',
  path: '/host/search/{id}',
  tag,
  summary: 'Remove a search engine that was connected here, with its key',
  access,
  params,
  responses: { 204: { kind: 'empty' } },
  errors: [...errors, 'NOT_FOUND'],
})

export const testSearchEngine = defineEndpoint({
  method: 'POST',
  path: '/host/search/{id}/test',
  tag,
  summary: 'Search once with an engine, stored or not; the vendor charges it',
  access,
  params,
  body: { kind: 'json', schema: searchEngineDraft.pick({ baseUrl: true, apiKey: true }) },
  responses: { 200: { kind: 'json', schema: searchEngineTest } },
  errors: [...errors, 'NOT_FOUND'],
})

export const SEARCH_ENGINE_CALLS: readonly Endpoint[] = [
  listSearchEngines,
  putSearchEngine,
  deleteSearchEngine,
  testSearchEngine,
]

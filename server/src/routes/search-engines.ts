import {
  deleteSearchEngine,
  listSearchEngines,
  putSearchEngine,
  testSearchEngine,
} from '@vee/contract/http/search-engines'
import type { SearchEngines } from '#domain/model-endpoints/index.ts'
import { empty, json, route, type Route } from '#serving/route.ts'

export const searchEngineRoutes = (engines: SearchEngines): readonly Route[] => [
  route(listSearchEngines, async ({ caller }) => json({ items: await engines.list(caller) })),
  route(putSearchEngine, async ({ params, body, caller }) =>
    json(await engines.put(params.id, body, caller)),
  ),
  route(deleteSearchEngine, async ({ params, caller }) => {
    await engines.remove(params.id, caller)
    return empty()
  }),
  route(testSearchEngine, async ({ params, body, caller, signal }) =>
    json(await engines.test(params.id, body, caller, signal)),
  ),
]

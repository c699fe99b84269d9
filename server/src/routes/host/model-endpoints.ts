import {
  createModelEndpoint,
  deleteModelEndpoint,
  listModelEndpoints,
  testModelEndpoint,
  updateModelEndpoint,
} from '@vee/contract/http/model-endpoints'
import type { ModelEndpoints } from '#domain/model-endpoints/index.ts'
import { empty, json, type Route, route } from '../route.ts'

export const modelEndpointRoutes = (endpoints: ModelEndpoints): readonly Route[] => [
  route(listModelEndpoints, async ({ caller }) => json({ items: await endpoints.list(caller) })),
  route(createModelEndpoint, async ({ body, caller }) => json(await endpoints.create(body, caller), 201)),
  route(updateModelEndpoint, async ({ params, body, caller }) =>
    json(await endpoints.update(params.id, body, caller)),
  ),
  route(deleteModelEndpoint, async ({ params, caller }) => {
    await endpoints.remove(params.id, caller)
    return empty()
  }),
  route(testModelEndpoint, async ({ body, caller, signal }) =>
    json(await endpoints.test(body, caller, signal)),
  ),
]

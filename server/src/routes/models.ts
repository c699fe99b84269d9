import {
  createModelEndpoint,
  deleteModelEndpoint,
  listModelEndpoints,
  testModelEndpoint,
  updateModelEndpoint,
} from '@vee/contract/http/model-endpoints'
import { listOfferedModels } from '@vee/contract/http/models'
import type { ModelCatalogue, ModelEndpoints } from '#domain/model-endpoints/index.ts'
import { empty, json, type Route, route } from '../http/route.ts'

interface ModelServices {
  readonly endpoints: ModelEndpoints
  readonly catalogue: ModelCatalogue
}

export const modelRoutes = ({ endpoints, catalogue }: ModelServices): readonly Route[] => [
  route(listOfferedModels, async ({ caller }) => json(await catalogue.list(caller))),
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

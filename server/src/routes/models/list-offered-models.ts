import { listOfferedModels } from '@vee/contract/http/models'
import type { ModelCatalogue } from '#domain/model-endpoints/index.ts'
import { json, route } from '../route.ts'

export const listOfferedModelsRoute = (models: ModelCatalogue) =>
  route(listOfferedModels, async ({ caller }) => json(await models.list(caller)))

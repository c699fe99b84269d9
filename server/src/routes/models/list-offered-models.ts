import { listOfferedModels } from '@vee/contract/http/models'
import type { ModelList } from '#domain/model-endpoints/index.ts'
import { json, route } from '../route.ts'

export const listOfferedModelsRoute = (models: ModelList) =>
  route(listOfferedModels, async ({ caller }) => json(await models.list(caller)))

export { mayUseEndpoint } from './access.ts'
export { createModelEndpoints, type ModelEndpoints } from './model-endpoints.ts'
export { createEndpointStore } from './endpoint-store.ts'
export { createModelList, type ModelList } from './list-models.ts'

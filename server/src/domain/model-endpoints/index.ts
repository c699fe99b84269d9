export { mayUseEndpoint } from './access.ts'
export { createModelEndpoints, type ModelEndpoints } from './model-endpoints.ts'
export { createEndpointStore } from './endpoint-store.ts'
export { createModelCatalogue, type ModelCatalogue } from './list-models.ts'

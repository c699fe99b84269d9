export { mayUseEndpoint } from './access.ts'
export { createModelEndpoints, type ModelEndpoints } from './model-endpoints.ts'
export { createEndpointCommands, readEndpointFile, type EndpointCommands } from './endpoint-commands.ts'
export { createEndpointSealing, createEndpointStore, ENDPOINT_SEAL } from './endpoint-store.ts'
export { createOfferedModels, type OfferedModels } from './list-models.ts'
export { createModelCatalogue, type ModelCatalogue } from './model-catalogue.ts'
export { createModelEditStore } from './model-edit-store.ts'
export { createOrganizationEndpoints, type OrganizationEndpoints } from './organization-endpoints.ts'
export { createOwnKeyTests, type OwnKeyTests } from './own-key-tests.ts'
export {
  createSearchEngineCommands,
  readEngineFile,
  type SearchEngineCommands,
} from './search-engine-changes.ts'
export { createSearchEngineStore, ENGINE_SEAL, type SearchEngineStore } from './search-engine-store.ts'
export { createSearchEngines, type SearchEngines } from './search-engines.ts'
export { createOrganizationModels, type OrganizationModels } from './organization-models.ts'

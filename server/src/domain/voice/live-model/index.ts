export { createLiveModels } from './live-models.ts'
export { createLiveModelCatalogue, type LiveModelCatalogue } from './live-model-catalogue.ts'

/** The models of local speech, for programs that manage them. */
export { recommendedModels } from './recommend.ts'
export { spokenLanguages, VOICE_MODELS } from './voice-models.ts'
export { type CatalogueModel, readCatalogue } from './catalogue.ts'

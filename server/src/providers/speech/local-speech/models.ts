/** The models of local speech, for programs that manage them. */
export { recommendedModels } from './recommend.ts'
export { spokenLanguages, VOICE_MODELS } from './voice-models.ts'
export { type CatalogueModel, downloadBytes, type DownloadableModel, readCatalogue } from './catalogue.ts'
export { importModels, ImportFailure } from './import-models.ts'
export { DownloadFailure } from './model-download.ts'
export { createSpeechModels, explainDownload, type SpeechModels } from './speech-models.ts'

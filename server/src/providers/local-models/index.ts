/** Models that are fetched to this machine, for programs that manage them. */
export { type DownloadableModel, downloadBytes } from './downloadable-model.ts'
export { importModels, ImportFailure } from './import-models.ts'
export { DownloadFailure } from './model-download.ts'
export { createModelStore, explainDownload, type ModelStore } from './model-store.ts'

export { ApiError, errorOfSilence, type FailureCode } from './api-error.ts'
export { createApi, type Api } from './client.ts'

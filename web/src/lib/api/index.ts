export { ApiError, networkError as errorOfSilence, isErrorCode, type FailureCode } from './api-error.ts'
export { createApi, type Api } from './client.ts'

export { ApiError, networkError, isErrorCode, type FailureCode } from './api-error.ts'
export { createApi, type Api } from './client.ts'

import { z } from 'zod'
import { ERROR_STATUS, type ErrorCode } from './error-codes.ts'

export { ERROR_STATUS, type ErrorCode }

export const errorCode = z.enum(Object.keys(ERROR_STATUS) as [ErrorCode, ...ErrorCode[]])

/** The body of every response that is not 2xx. */
export const errorBody = z.object({
  error: errorCode,
  message: z.string(),
  requestId: z.string(),
  details: z.unknown().optional(),
})
export type ErrorBody = z.infer<typeof errorBody>

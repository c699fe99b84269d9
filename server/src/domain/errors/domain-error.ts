import type { ErrorCode } from '@vee/contract/errors'

/** The state of a rate limit (RateLimit-* headers). */
export interface RateLimit {
  readonly limit: number
  readonly remaining: number
  /** seconds until the limit resets */
  readonly resetSeconds: number
}

export interface DomainErrorOptions {
  readonly details?: unknown
  /** seconds until a retry makes sense (Retry-After) */
  readonly retryAfterSeconds?: number
  readonly rateLimit?: RateLimit
  readonly cause?: unknown
}

/** An expected error of a use case. `sendError` of serving/responses/errors.ts converts it to the contract's error response. */
export class DomainError extends Error {
  readonly code: ErrorCode
  readonly details: unknown
  readonly retryAfterSeconds: number | undefined
  readonly rateLimit: RateLimit | undefined

  /** `message` is sent to the caller: plain English, without secrets or user text */
  constructor(code: ErrorCode, message: string, options: DomainErrorOptions = {}) {
    super(message, { cause: options.cause })
    this.name = 'DomainError'
    this.code = code
    this.details = options.details
    this.retryAfterSeconds = options.retryAfterSeconds
    this.rateLimit = options.rateLimit
  }
}

/** Returns the one error for what does not exist and for what is hidden from the caller, so that nothing reveals which. */
export const notFound = (subject: string) => new DomainError('NOT_FOUND', `There is no such ${subject}.`)

import type { ErrorCode } from '@vee/contract/errors'

/** Where a caller stands with a limit (becomes the RateLimit-* headers). */
export interface RateLimit {
  readonly limit: number
  readonly remaining: number
  /** until the limit starts again */
  readonly resetSeconds: number
}

export interface DomainErrorOptions {
  readonly details?: unknown
  /** seconds until asking again makes sense (becomes Retry-After) */
  readonly retryAfterSeconds?: number
  readonly rateLimit?: RateLimit
  readonly cause?: unknown
}

/** The one way in which a use case says no. The errors plugin turns it into an answer of the contract's error shape. */
export class DomainError extends Error {
  readonly code: ErrorCode
  readonly details: unknown
  readonly retryAfterSeconds: number | undefined
  readonly rateLimit: RateLimit | undefined

  /** `message` reaches the caller: plain English, no secrets, nothing said or typed */
  constructor(code: ErrorCode, message: string, options: DomainErrorOptions = {}) {
    super(message, { cause: options.cause })
    this.name = 'Refusal'
    this.code = code
    this.details = options.details
    this.retryAfterSeconds = options.retryAfterSeconds
    this.rateLimit = options.rateLimit
  }
}

import type { ErrorCode } from '@vee/contract/errors'
import { ProviderFailure } from '#providers/failure.ts'
import { Refusal } from './refusal.ts'

/** What a caller may know of an error. */
export interface PresentedError {
  readonly code: ErrorCode
  readonly message: string
  readonly details: unknown
  readonly retryAfterSeconds: number | undefined
}

/** A whitelist: whatever is neither a refusal nor a provider's failure is INTERNAL and says nothing of itself. */
export function presentError(error: unknown): PresentedError {
  if (error instanceof Refusal) {
    const { code, message, details, retryAfterSeconds } = error
    return { code, message, details, retryAfterSeconds }
  }
  if (error instanceof ProviderFailure) return presentProviderFailure(error)
  return {
    code: 'INTERNAL',
    message: 'Something went wrong on the server. Nothing of yours was changed; try again.',
    details: undefined,
    retryAfterSeconds: undefined,
  }
}

function presentProviderFailure(failure: ProviderFailure): PresentedError {
  const { provider, status, retryAfterSeconds } = failure
  const details = { provider, ...(status === undefined ? {} : { status }) }
  switch (failure.kind) {
    case 'timeout':
      return {
        code: 'PROVIDER_TIMEOUT',
        message: `${provider} took too long to answer.`,
        details,
        retryAfterSeconds,
      }
    case 'rate-limited':
      return {
        code: 'RATE_LIMITED',
        message: `${provider} is asked too often right now.`,
        details,
        retryAfterSeconds,
      }
    case 'unauthorized':
      return {
        code: 'PROVIDER_ERROR',
        message: `${provider} did not accept its key.`,
        details,
        retryAfterSeconds,
      }
    case 'refused':
      return {
        code: 'PROVIDER_ERROR',
        message: `${provider} refused the request.`,
        details,
        retryAfterSeconds,
      }
    case 'unavailable':
      return { code: 'PROVIDER_ERROR', message: `${provider} cannot be reached.`, details, retryAfterSeconds }
    case 'cut':
      return {
        code: 'PROVIDER_ERROR',
        message: `${provider} broke off in mid-answer.`,
        details,
        retryAfterSeconds,
      }
    case 'broken':
      return {
        code: 'PROVIDER_ERROR',
        message: `${provider} failed in mid-answer.`,
        details,
        retryAfterSeconds,
      }
    case 'empty':
      return {
        code: 'PROVIDER_ERROR',
        message: `${provider} gave an empty answer.`,
        details,
        retryAfterSeconds,
      }
  }
}

const RETRYABLE: ReadonlySet<ErrorCode> = new Set([
  'INTERNAL',
  'PROVIDER_ERROR',
  'PROVIDER_TIMEOUT',
  'RATE_LIMITED',
  'REPLY_INTERRUPTED',
])

/** Whether the same request may well succeed when it is made again. */
export function isRetryable(code: ErrorCode): boolean {
  return RETRYABLE.has(code)
}

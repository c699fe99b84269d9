import type { ErrorCode } from '@vee/contract/errors'
import type { ProviderErrorReason } from '@vee/contract/stream/reply-event'
import { isDatabaseUnavailable } from '#db/unavailable.ts'
import { ProviderFailure, type ProviderFailureKind } from '#providers/failure.ts'
import { type RateLimit, DomainError } from './domain-error.ts'

const DATABASE_RETRY_SECONDS = 5

/** The parts of an error that a caller may see. */
export interface PresentedError {
  readonly code: ErrorCode
  readonly message: string
  readonly details: unknown
  /** why a provider failed, for PROVIDER_ERROR */
  readonly reason?: ProviderErrorReason | undefined
  readonly retryAfterSeconds: number | undefined
  readonly rateLimit?: RateLimit | undefined
}

/**
 * Returns the public form of an error. It is a whitelist: every error other than a domain error or a
 * provider's failure is returned as INTERNAL without details.
 */
export function presentError(error: unknown): PresentedError {
  if (error instanceof DomainError) {
    const { code, message, retryAfterSeconds, rateLimit } = error
    // For VALIDATION, `details` is always a list.
    const details = error.details ?? (code === 'VALIDATION' ? [{ path: '', message }] : undefined)
    return { code, message, details, retryAfterSeconds, rateLimit }
  }
  if (error instanceof ProviderFailure) return presentProviderFailure(error)
  if (isDatabaseUnavailable(error)) {
    return {
      code: 'UNAVAILABLE',
      message: 'The database is busy, full or unavailable. Nothing was changed; try again in a moment.',
      details: undefined,
      retryAfterSeconds: DATABASE_RETRY_SECONDS,
    }
  }
  return {
    code: 'INTERNAL',
    message: 'Something went wrong on the server. Nothing was changed; try again.',
    details: undefined,
    retryAfterSeconds: undefined,
  }
}

const BY_PROVIDER_FAILURE: Readonly<Record<ProviderFailureKind, readonly [code: ErrorCode, says: string]>> = {
  timeout: ['PROVIDER_TIMEOUT', 'took too long to answer'],
  'rate-limited': ['RATE_LIMITED', 'is asked too often right now'],
  unauthorized: ['PROVIDER_ERROR', 'did not accept its key'],
  'no-credit': ['PROVIDER_ERROR', 'has no credit left'],
  refused: ['PROVIDER_ERROR', 'refused the request'],
  unavailable: ['PROVIDER_ERROR', 'cannot answer right now'],
  cut: ['PROVIDER_ERROR', 'closed the connection before its answer was complete'],
  broken: ['PROVIDER_ERROR', 'failed while it answered'],
  empty: ['PROVIDER_ERROR', 'sent no text'],
  unreadable: [
    'UNSUPPORTED_MEDIA',
    'cannot read the recording, which is damaged or in another format than it claims',
  ],
  'too-large': ['TOO_LARGE', 'does not take a recording of that length'],
}

function presentProviderFailure({
  kind,
  provider,
  status,
  retryAfterSeconds,
}: ProviderFailure): PresentedError {
  const [code, says] = BY_PROVIDER_FAILURE[kind]
  const reason = REASONS.find((candidate) => candidate === kind)
  const details = { provider, ...(status !== undefined && { status }), ...(reason && { reason }) }
  return { code, message: `${provider} ${says}.`, details, reason, retryAfterSeconds }
}

const REASONS = [
  'empty',
  'cut',
  'broken',
  'refused',
  'unauthorized',
  'no-credit',
] as const satisfies readonly ProviderErrorReason[]

const RETRYABLE: ReadonlySet<ErrorCode> = new Set([
  'INTERNAL',
  'PROVIDER_ERROR',
  'PROVIDER_TIMEOUT',
  'RATE_LIMITED',
  'REPLY_INTERRUPTED',
  'STORAGE_UNAVAILABLE',
  'UNAVAILABLE',
])

/** True if the same request may succeed when it is retried. */
export function isRetryable(code: ErrorCode): boolean {
  return RETRYABLE.has(code)
}

import type { Dispatcher } from 'undici'
import { ProviderFailure, type ProviderFailureKind } from '../failure.ts'

/** How a provider is called in failures: `id` for programs, `name` for people. */
export interface ProviderName {
  readonly id: string
  readonly name: string
}

export function brokenProtocol({ id, name }: ProviderName, what: string): ProviderFailure {
  return new ProviderFailure({ kind: 'broken', provider: id, message: `${name}: ${what}.` })
}

/** The connection ended, and the answer had not. */
export function cutAnswer({ id, name }: ProviderName): ProviderFailure {
  return new ProviderFailure({
    kind: 'cut',
    provider: id,
    message: `${name} ended in the middle of its answer.`,
  })
}

export function emptyAnswer({ id, name }: ProviderName): ProviderFailure {
  return new ProviderFailure({ kind: 'empty', provider: id, message: `${name} answered with nothing.` })
}

/** How much is read of what a provider says about an error, in bytes. */
export const ERROR_BODY_MAX_BYTES = 64 * 1024

/** An answer with an error status. `body` is what the provider said about it. */
export function failureOfStatus(
  { id, name }: ProviderName,
  status: number,
  headers: Dispatcher.ResponseData['headers'],
  body: unknown,
): ProviderFailure {
  const code = errorCodeOf(body)
  const retryAfterSeconds = secondsOf(headers['retry-after'])
  return new ProviderFailure({
    kind: kindOfStatus(status, code),
    provider: id,
    message: `${name} answered ${status}${code === undefined ? '' : ` (${code})`}.`,
    status,
    ...(retryAfterSeconds !== undefined && { retryAfterSeconds }),
  })
}

function kindOfStatus(status: number, code: string | undefined): ProviderFailureKind {
  if (status === 401 || status === 403) return 'unauthorized'
  if (status === 408) return 'timeout'
  // OpenAI says 429 as well when the account is out of money; to ask again would not help.
  if (status === 429) return code === 'insufficient_quota' ? 'refused' : 'rate-limited'
  if (status >= 500) return 'unavailable'
  return status >= 400 ? 'refused' : 'broken'
}

/**
 * The vendor's word for an error, as OpenAI and Anthropic send it: `{ error: { code, type } }`. Its message is left
 * alone, for it may quote a key or the prompt; and a code must look like one, for the same reason.
 */
export function errorCodeOf(body: unknown): string | undefined {
  const { error } = (body ?? {}) as { error?: { code?: unknown; type?: unknown } | null }
  return [error?.code, error?.type].find(
    (code): code is string => typeof code === 'string' && /^[a-z_]{1,64}$/.test(code),
  )
}

/** Retry-After holds seconds or a date. */
function secondsOf(retryAfter: string | string[] | undefined): number | undefined {
  if (typeof retryAfter !== 'string') return undefined
  if (/^\d+(?:\.\d+)?$/.test(retryAfter)) return Number(retryAfter)
  const date = Date.parse(retryAfter)
  return Number.isNaN(date) ? undefined : Math.max(0, Math.ceil((date - Date.now()) / 1000))
}

export function timedOut({ id, name }: ProviderName): ProviderFailure {
  return new ProviderFailure({ kind: 'timeout', provider: id, message: `${name} took too long.` })
}

/** undici's words for a time limit that has passed. */
const TIMEOUT_CODES: ReadonlySet<string> = new Set(['UND_ERR_HEADERS_TIMEOUT', 'UND_ERR_BODY_TIMEOUT'])

/** What an error of the connection means, before the headers and after them. */
export function failureOfConnection(
  { id, name }: ProviderName,
  error: unknown,
  phase: 'before-headers' | 'after-headers',
): ProviderFailure {
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  if (TIMEOUT_CODES.has(code)) return timedOut({ id, name })
  if (phase === 'after-headers') return cutAnswer({ id, name })
  const message = `${name} cannot be reached${code === '' ? '' : ` (${code})`}.`
  return new ProviderFailure({ kind: 'unavailable', provider: id, message, cause: error })
}

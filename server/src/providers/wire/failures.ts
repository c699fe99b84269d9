import type { Dispatcher } from 'undici'
import { ProviderFailure, type ProviderFailureKind } from '../failure.ts'

/** The names of a provider in failures: `id` for programs, `name` for users. */
export interface ProviderName {
  readonly id: string
  readonly name: string
}

export function brokenProtocol({ id, name }: ProviderName, fault: string): ProviderFailure {
  return new ProviderFailure({ kind: 'broken', provider: id, message: `${name}: ${fault}.` })
}

/** Returns the failure for a connection that ended before the response was complete. */
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

/** Maximum length of an error response that is read, in bytes. */
export const MAX_ERROR_BODY_BYTES = 64 * 1024

/** Returns the failure for a response with an error status. `body` is its body. */
export function failureOfStatus(
  { id, name }: ProviderName,
  status: number,
  headers: Dispatcher.ResponseData['headers'],
  body: unknown,
): ProviderFailure {
  const code = errorCodeOf(body)
  const retryAfterSeconds = secondsOf(headers['retry-after']) ?? retryDelayOf(body)
  return new ProviderFailure({
    kind: kindOfStatus(status, code),
    provider: id,
    message: `${name} answered ${status}${code === undefined ? '' : ` (${code})`}.`,
    status,
    ...(retryAfterSeconds !== undefined && { retryAfterSeconds }),
  })
}

/** An error that a server reports in a successful response. */
interface ReportedError {
  readonly status: number | undefined
  readonly code: string | undefined
}

/** The fields by which servers mark an answer as an error. */
interface ErrorMarks {
  readonly error?: unknown
  readonly object?: unknown
  readonly type?: unknown
  readonly detail?: unknown
  readonly message?: unknown
  readonly code?: unknown
  readonly status?: unknown
  readonly error_code?: unknown
  readonly choices?: unknown
}

/**
 * Returns the error that an answer with a successful status contains: `{ error }` as an object or a text, vLLM's
 * `{ object: "error" }`, FastAPI's `{ detail }`, a message without choices, or any data of an event named `error`.
 */
export function failureInAnswer(body: unknown, isErrorEvent: boolean): ReportedError | undefined {
  const marks = (typeof body === 'object' && body !== null ? body : {}) as ErrorMarks
  if (!isErrorEvent && !isMarkedAsError(marks)) return undefined
  const { code, status } = (
    typeof marks.error === 'object' && marks.error !== null ? marks.error : marks
  ) as ErrorMarks
  const numbers = [code, status, marks.code, marks.status, marks.error_code].map(Number)
  return {
    status: numbers.find((number) => Number.isInteger(number) && number >= 400 && number < 600),
    code: errorCodeOf(body),
  }
}

function isMarkedAsError({ error, object, type, detail, message, error_code, choices }: ErrorMarks): boolean {
  const isEmptyObject = typeof error === 'object' && error !== null && Object.keys(error).length === 0
  if ((error && !isEmptyObject) || error_code) return true
  if (choices !== undefined) return false
  return object === 'error' || type === 'error' || Boolean(detail) || typeof message === 'string'
}

/** Returns the failure for an error in a successful response. After output, another try would repeat it. */
export function failureOfAnswer(
  { id, name }: ProviderName,
  { status, code }: ReportedError,
  hasOutput: boolean,
): ProviderFailure {
  const facts = [status, code].filter((fact) => fact !== undefined).join(', ') || 'no code'
  return new ProviderFailure({
    kind: hasOutput || status === undefined ? 'broken' : kindOfStatus(status, code),
    provider: id,
    message: `${name} failed while it answered (${facts}).`,
    ...(status !== undefined && { status }),
  })
}

function kindOfStatus(status: number, code: string | undefined): ProviderFailureKind {
  // Google returns 400 for a wrong key.
  if (status === 401 || status === 403 || code === 'API_KEY_INVALID') return 'unauthorized'
  if (status === 408) return 'timeout'
  // OpenAI returns 429 for this too.
  if (status === 402 || code === 'insufficient_quota') return 'no-credit'
  if (status === 429) return 'rate-limited'
  if (status >= 500) return 'unavailable'
  return status >= 400 ? 'refused' : 'broken'
}

/**
 * Returns the error code in the format of OpenAI and Anthropic, `{ error: { code, type } }`, of Google,
 * `{ error: { status, details: [{ reason }] } }`, or of Deepgram, `{ err_code }` and `{ category }`. The message is
 * ignored, because it may quote a key or the prompt; for the same reason a code must have the form of one.
 */
export function errorCodeOf(body: unknown): string | undefined {
  const { error, err_code, category } = (body ?? {}) as {
    error?: { code?: unknown; type?: unknown; status?: unknown } | null
    err_code?: unknown
    category?: unknown
  }
  const reasons = errorDetailsOf(body).map(({ reason }) => reason)
  return [...reasons, error?.code, error?.type, error?.status, err_code, category].find(
    (code): code is string => typeof code === 'string' && /^(?:[a-z_]{1,64}|[A-Z_]{1,64})$/.test(code),
  )
}

/** Parses the delay of Google's `RetryInfo`, such as `37.48s`. */
function retryDelayOf(body: unknown): number | undefined {
  const delays = errorDetailsOf(body).map(({ retryDelay }) => retryDelay)
  const delay = delays.find(
    (candidate): candidate is string => typeof candidate === 'string' && /^\d+(?:\.\d+)?s$/.test(candidate),
  )
  return delay === undefined ? undefined : Number(delay.slice(0, -1))
}

/** Returns the details of an error of Google (`google.rpc.Status`). */
function errorDetailsOf(
  body: unknown,
): readonly { readonly reason?: unknown; readonly retryDelay?: unknown }[] {
  const { error } = (body ?? {}) as { error?: { details?: unknown } | null }
  const details: unknown = error?.details
  return Array.isArray(details)
    ? details.filter((detail) => typeof detail === 'object' && detail !== null)
    : []
}

/** Parses Retry-After, in seconds or as a date. */
function secondsOf(retryAfter: string | string[] | undefined): number | undefined {
  if (typeof retryAfter !== 'string') return undefined
  if (/^\d+(?:\.\d+)?$/.test(retryAfter)) return Number(retryAfter)
  const date = Date.parse(retryAfter)
  return Number.isNaN(date) ? undefined : Math.max(0, Math.ceil((date - Date.now()) / 1000))
}

export function timedOut({ id, name }: ProviderName): ProviderFailure {
  return new ProviderFailure({ kind: 'timeout', provider: id, message: `${name} took too long.` })
}

/** Error codes of undici for timeouts. */
const TIMEOUT_CODES: ReadonlySet<string> = new Set(['UND_ERR_HEADERS_TIMEOUT', 'UND_ERR_BODY_TIMEOUT'])

/** Returns the failure for a connection error, before or after the headers. */
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

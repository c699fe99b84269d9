import { ERROR_STATUS, type ErrorCode } from '@vee/contract/error-codes'

/** The reason for a missing response. TIMEOUT: no headers in time, or no data in the middle of a stream. */
export type NetworkCode = 'OFFLINE' | 'UNREACHABLE' | 'TIMEOUT'

/** Possible failures of a request. Each code has a text in the `errors` catalogue. */
export type FailureCode = ErrorCode | NetworkCode

interface Failure {
  /** 0 without a response */
  readonly status: number
  readonly code: FailureCode
  /**
   * in English, for logs; users see the text of the code, or `serverMessage` where the interface asks for it
   */
  readonly message: string
  /** the message in the response's body; undefined if it has none, as for a proxy's error page */
  readonly serverMessage?: string | undefined
  readonly details?: unknown
  readonly requestId?: string | undefined
  readonly retryAfterSeconds?: number | undefined
}

export class ApiError extends Error implements Failure {
  override readonly name = 'ApiError'
  readonly status: number
  readonly code: FailureCode
  readonly serverMessage: string | undefined
  readonly details: unknown
  readonly requestId: string | undefined
  readonly retryAfterSeconds: number | undefined

  constructor(failure: Failure, options?: ErrorOptions) {
    super(failure.message, options)
    this.status = failure.status
    this.code = failure.code
    this.serverMessage = failure.serverMessage
    this.details = failure.details
    this.requestId = failure.requestId
    this.retryAfterSeconds = failure.retryAfterSeconds
  }
}

export const isErrorCode = (code: unknown): code is ErrorCode =>
  typeof code === 'string' && Object.hasOwn(ERROR_STATUS, code)

/** Returns the code for a response that did not come from Vee's server but from a proxy in front of it. */
function codeOfStatus(status: number): FailureCode {
  if (status === 502 || status === 503) return 'UNREACHABLE'
  if (status === 504) return 'TIMEOUT'
  if (status === 413) return 'TOO_LARGE'
  const code = (['VALIDATION', 'UNAUTHORIZED', 'FORBIDDEN', 'NOT_FOUND', 'RATE_LIMITED'] as const).find(
    (code) => ERROR_STATUS[code] === status,
  )
  return code ?? 'INTERNAL'
}

async function readBody(response: Response): Promise<Record<string, unknown>> {
  const text = await response.text().catch(() => '')
  try {
    const body: unknown = JSON.parse(text)
    return typeof body === 'object' && body !== null ? { ...body } : {}
  } catch {
    return {}
  }
}

/** Returns the error for a non-2xx response. */
export async function errorOfAnswer(response: Response): Promise<ApiError> {
  const { status } = response
  const body = await readBody(response)
  const [serverMessage, named] = [body['message'], body['error']].map((text) =>
    typeof text === 'string' && text !== '' ? text : undefined,
  )
  const requestId = body['requestId'] ?? response.headers.get('x-request-id')
  const retryAfter = Number.parseInt(response.headers.get('retry-after') ?? '', 10)
  return new ApiError({
    status,
    code: isErrorCode(body['error']) ? body['error'] : codeOfStatus(status),
    message: serverMessage ?? named ?? (response.statusText || `HTTP ${status}`),
    serverMessage,
    details: body['details'],
    requestId: typeof requestId === 'string' ? requestId : undefined,
    retryAfterSeconds: Number.isNaN(retryAfter) ? undefined : retryAfter,
  })
}

/** Returns the error for a request without a response. */
export function networkError(code: NetworkCode, cause?: unknown): ApiError {
  const message = { OFFLINE: 'offline', UNREACHABLE: 'the server cannot be reached', TIMEOUT: 'timed out' }[
    code
  ]
  return new ApiError({ status: 0, code, message }, { cause })
}

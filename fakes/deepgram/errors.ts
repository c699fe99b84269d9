import { randomUUID } from 'node:crypto'
import type { ServerResponse } from 'node:http'

/** An error of Deepgram's API (https://developers.deepgram.com/docs/errors). */
export interface DeepgramError {
  readonly status: number
  readonly code: string
  readonly message: string
  /** the value of the Retry-After header */
  readonly retryAfter?: string
}

export const badRequest = (message: string): DeepgramError => ({
  status: 400,
  code: 'Bad Request',
  message: `Bad Request: ${message}`,
})

const error = (status: number, code: string, message: string) => ({ status, code, message })

export const DEEPGRAM_ERRORS = {
  invalidAuth: error(401, 'INVALID_AUTH', 'Invalid credentials.'),
  paymentRequired: error(
    402,
    'ASR_PAYMENT_REQUIRED',
    'Project does not have enough credits for an ASR request and does not have an overage agreement.',
  ),
  insufficientPermissions: error(
    403,
    'INSUFFICIENT_PERMISSIONS',
    'Project does not have access to the requested model.',
  ),
  notFound: error(404, 'NOT_FOUND', 'Not found.'),
  payloadTooLarge: error(413, 'PAYLOAD_TOO_LARGE', 'The request body exceeds the limit.'),
  textTooLong: error(413, 'PAYLOAD_TOO_LARGE', 'Input text exceeds the maximum of 2000 characters.'),
  unsupportedMediaType: error(415, 'UNSUPPORTED_MEDIA_TYPE', 'The content type must be application/json.'),
  tooManyRequests: error(429, 'TOO_MANY_REQUESTS', 'Too many requests. Please try again later.'),
  internal: error(500, 'INTERNAL_SERVER_ERROR', 'Internal server error.'),
  unavailable: error(503, 'SERVICE_UNAVAILABLE', 'Please try again later.'),
} as const satisfies Record<string, DeepgramError>

export function sendError(
  response: ServerResponse,
  { status, code, message, retryAfter }: DeepgramError,
): void {
  const requestId = randomUUID()
  response.writeHead(status, {
    'content-type': 'application/json',
    'dg-error': message,
    'dg-request-id': requestId,
    ...(retryAfter !== undefined && { 'retry-after': retryAfter }),
  })
  response.end(JSON.stringify({ err_code: code, err_msg: message, request_id: requestId }))
}

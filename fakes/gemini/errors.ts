import type { ServerResponse } from 'node:http'
import type { UpstreamError } from '../upstream/behaviour.ts'

/** Names of `google.rpc.Code` by HTTP status. */
const STATUS: Readonly<Record<number, string>> = {
  400: 'INVALID_ARGUMENT',
  401: 'UNAUTHENTICATED',
  403: 'PERMISSION_DENIED',
  404: 'NOT_FOUND',
  429: 'RESOURCE_EXHAUSTED',
  500: 'INTERNAL',
  503: 'UNAVAILABLE',
}

/** Returns an error as `google.rpc.Status`, with the reason and the delay of a retry as details. */
export function geminiError({ status, code, message, retryAfter }: UpstreamError): object {
  return {
    error: {
      code: status,
      message: message ?? `Refused with ${status}.`,
      status: STATUS[status] ?? 'UNKNOWN',
      details: [
        ...(code === undefined
          ? []
          : [
              {
                '@type': 'type.googleapis.com/google.rpc.ErrorInfo',
                reason: code,
                domain: 'googleapis.com',
                metadata: { service: 'generativelanguage.googleapis.com' },
              },
            ]),
        ...(retryAfter === undefined
          ? []
          : [{ '@type': 'type.googleapis.com/google.rpc.RetryInfo', retryDelay: `${retryAfter}s` }]),
      ],
    },
  }
}

/** Google sends no Retry-After: the delay is in the body. */
export function sendGeminiError(response: ServerResponse, error: UpstreamError): void {
  response.writeHead(error.status, { 'content-type': 'application/json; charset=UTF-8' })
  response.end(JSON.stringify(geminiError(error)))
}

import { randomUUID } from 'node:crypto'
import type { Socket } from 'node:net'
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { ERROR_STATUS, type ErrorBody, type ErrorCode } from '@vee/contract/errors'
import { presentError } from '#domain/errors/present-error.ts'
import { type RateLimit, DomainError } from '#domain/errors/domain-error.ts'
import { openAiErrorBody } from '#domain/openai/index.ts'
import type { z } from 'zod'
import { SCIM_ERROR, type scimError } from '@vee/contract/entities/accounts/scim'

/** True for the paths of OpenAI's protocol. */
const isOpenAiPath = (url: string) => url.startsWith('/api/openai/')

declare module 'fastify' {
  interface FastifyContextConfig {
    /** protocol of the endpoint */
    protocol?: 'scim' | 'openai' | undefined
    /** maximum JSON body of callers who are not signed in, in bytes; absent: that of all callers */
    maxVisitorBytes?: number | undefined
    /** the content type of a file that may be the whole body */
    plainType?: string | undefined
  }
}

/** Installs the handlers that return every error in the contract's format. */
export function answerErrors(app: FastifyInstance): void {
  app.setErrorHandler((error, request, reply) => sendError(error, request, reply))
}

/**
 * Sends one error as the response. Server errors are logged; errors of the caller and requests aborted by the
 * client are not.
 */
export function sendError(error: unknown, request: FastifyRequest, reply: FastifyReply): void {
  const domainError = asDomainError(error)
  const { code, message, details, retryAfterSeconds, rateLimit } = presentError(domainError)
  const status = ERROR_STATUS[code]
  const isThere = !request.socket.destroyed
  drainBody(request, reply)
  // Also for paths outside the API, because a missing resource may exist a moment later.
  reply.header('cache-control', 'no-store')
  if (isThere && code === 'INTERNAL') request.log.error({ err: domainError }, 'failed')
  else if (isThere && status >= 500) request.log.warn({ err: domainError, code }, 'could not be done')
  if (retryAfterSeconds !== undefined) reply.header('retry-after', String(Math.ceil(retryAfterSeconds)))
  if (rateLimit !== undefined) reply.headers(rateLimitHeaders(rateLimit))
  if (request.routeOptions.config.protocol === 'scim') {
    if (status === 401) reply.header('www-authenticate', 'Bearer')
    const scim = scimErrorBody(code, status, message, details)
    reply.code(status).type('application/scim+json; charset=utf-8').send(JSON.stringify(scim))
    return
  }
  if (isOpenAiPath(request.url)) {
    const openAi = openAiErrorBody({ code, message, details })
    void reply.code(status).type('application/json; charset=utf-8').send(JSON.stringify(openAi))
    return
  }
  const body: ErrorBody = {
    error: code,
    message,
    requestId: request.id,
    ...(details === undefined ? {} : { details }),
  }
  reply.code(status).type('application/json; charset=utf-8').send(JSON.stringify(body))
}

/**
 * Fastify closes the connection if a body is not read, and the reset reaches a client that is still sending:
 * it would get a broken pipe and never the response. Therefore the rest is received and discarded, up to the
 * request timeout.
 */
function drainBody({ raw }: FastifyRequest, reply: FastifyReply): void {
  reply.removeHeader('connection')
  raw.resume()
}

/** Returns the headers of the version of draft-ietf-httpapi-ratelimit-headers that most clients support. */
export function rateLimitHeaders({ limit, remaining, resetSeconds }: RateLimit): Record<string, string> {
  return {
    'ratelimit-limit': String(limit),
    'ratelimit-remaining': String(remaining),
    'ratelimit-reset': String(resetSeconds),
  }
}

/** Converts Fastify's own request errors to domain errors, and returns every other error unchanged. */
function asDomainError(error: unknown): unknown {
  if (!isFastifyError(error)) return error
  switch (error.code) {
    case 'FST_ERR_CTP_INVALID_JSON_BODY':
    case 'FST_ERR_CTP_EMPTY_JSON_BODY':
      return new DomainError('MALFORMED_JSON', 'The body is not valid JSON.')
    case 'FST_FILES_LIMIT':
    case 'FST_FIELDS_LIMIT':
    case 'FST_PARTS_LIMIT':
      return new DomainError('TOO_LARGE', 'The form has more files or fields than this call takes.')
    case 'FST_ERR_CTP_BODY_TOO_LARGE':
    case 'FST_REQ_FILE_TOO_LARGE':
      return new DomainError('TOO_LARGE', 'The body is larger than this call takes.')
    case 'FST_ERR_CTP_INVALID_MEDIA_TYPE':
    case 'FST_INVALID_MULTIPART_CONTENT_TYPE':
      return new DomainError('UNSUPPORTED_MEDIA', 'This call does not take that content type.')
    case 'FST_ERR_BAD_URL':
    case 'FST_ERR_MAX_PARAM_LENGTH':
    case 'FST_STATIC_FORBIDDEN_PATH':
      return new DomainError('NOT_FOUND', 'There is nothing at this address.')
    default:
      return isCallersFault(error) ? new DomainError('VALIDATION', 'The request could not be read.') : error
  }
}

function isFastifyError(error: unknown): error is FastifyError {
  return error instanceof Error && 'code' in error && typeof error.code === 'string'
}

function isCallersFault(error: FastifyError): boolean {
  return error.code.startsWith('FST_') && error.statusCode !== undefined && error.statusCode < 500
}

/**
 * Responds to bytes that are not HTTP, or to too many headers. There is no request object yet, only a socket.
 */
export function answerBrokenRequest(_error: Error, socket: Socket): void {
  if (!socket.writable) return
  const message = 'The request could not be read.'
  const body: ErrorBody = {
    error: 'VALIDATION',
    message,
    requestId: randomUUID(),
    details: [{ path: '', message }],
  }
  const json = JSON.stringify(body)
  socket.end(
    [
      'HTTP/1.1 400 Bad Request',
      `x-request-id: ${body.requestId}`,
      'content-type: application/json; charset=utf-8',
      `content-length: ${Buffer.byteLength(json)}`,
      'connection: close',
      '',
      json,
    ].join('\r\n'),
  )
}

/** Returns an error in the format of RFC 7644, section 3.12. */
function scimErrorBody(
  code: ErrorCode,
  status: number,
  detail: string,
  details: unknown,
): z.infer<typeof scimError> {
  const scimType = typeOf(code, details)
  return {
    schemas: [SCIM_ERROR],
    status: String(status),
    ...(scimType !== undefined && { scimType }),
    detail,
  }
}

function typeOf(code: ErrorCode, details: unknown): string | undefined {
  if (typeof details === 'object' && details !== null && 'scimType' in details)
    return String(details.scimType)
  if (code === 'MALFORMED_JSON') return 'invalidSyntax'
  return code === 'VALIDATION' ? 'invalidValue' : undefined
}

import type { FastifyRequest } from 'fastify'
import type { Endpoint } from '@vee/contract/http/endpoint'
import { inTimeZone, type Accounts, type Caller } from '#domain/accounts/index.ts'
import { DomainError } from '#domain/errors/domain-error.ts'

/** The caller and the bearer token of the request. */
export interface Identity {
  readonly caller: Caller
  readonly token: string | undefined
}

/**
 * Any bearer token counts as one, and is invalid if it is unknown. Only a request without a token is from a
 * visitor.
 */
const BEARER = /^Bearer[ \t]+([^ \t].*)$/i
const SESSION_ID = /^[\w.:-]{1,200}$/

/**
 * Returns the caller. Throws SESSION_EXPIRED for an invalid token, except for endpoints that sign users in or
 * out or return the server's features, so that an old token in the browser does not block them.
 */
export async function identify(
  request: FastifyRequest,
  endpoint: Endpoint,
  accounts: Accounts,
): Promise<Identity> {
  const token = bearerToken(request)
  const ip = addressOf(request)
  const isSigningInOrOut =
    endpoint.tag === 'auth' && endpoint.access === 'public' && endpoint.method !== 'GET'
  const isAboutServer = endpoint.tag === 'system' || endpoint.tag === 'plans'
  // A directory's token is not a session; its own use cases verify it.
  const isOfDirectory = endpoint.protocol === 'scim'
  const timeZone = request.headers['x-time-zone']
  if (token === undefined || isSigningInOrOut || isAboutServer || isOfDirectory)
    return { caller: inTimeZone(visitor(request.headers['x-session-id'], ip), timeZone), token }
  const caller = await accounts.callerOf(token, ip, request.headers['user-agent'])
  return { caller: inTimeZone(caller, timeZone), token }
}

/** Throws for a visitor if the endpoint requires a signed-in user. */
export function assertCallerAllowed(caller: Caller, endpoint: Endpoint): void {
  if (endpoint.access === 'signed-in' && caller.kind === 'visitor') {
    throw new DomainError('UNAUTHORIZED', 'Sign in to do this.')
  }
}

/** Returns the token of the header Authorization. */
export function bearerToken(request: FastifyRequest): string | undefined {
  return BEARER.exec(request.headers.authorization ?? '')?.[1]
}

/** Returns the caller of a request without a token; `sessionId` is the value of X-Session-Id. */
export function visitor(sessionId: unknown, ip: string): Caller {
  const isWellFormed = typeof sessionId === 'string' && SESSION_ID.test(sessionId)
  return { kind: 'visitor', id: isWellFormed ? `session:${sessionId}` : 'anonymous', ip }
}

/**
 * Returns the caller's address. A server that listens on IPv6 sees IPv4 callers as `::ffff:192.0.2.1`; both
 * spellings are normalized to one address.
 */
export function addressOf({ ip }: FastifyRequest): string {
  return ip.replace(/^::ffff:(?=\d+\.)/i, '')
}

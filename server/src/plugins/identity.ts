import type { FastifyRequest } from 'fastify'
import type { Call } from '@vee/contract/http/call'
import type { Accounts, Caller } from '#domain/accounts/index.ts'
import { DomainError } from '#domain/domain-error.ts'

/** Who asks, and the bearer token they showed. */
export interface Identity {
  readonly caller: Caller
  readonly token: string | undefined
}

/** Whatever is shown as a token is one, and dead when it is none of ours: a visitor is who shows none. */
const BEARER = /^Bearer[ \t]+([^ \t].*)$/i
const SESSION_ID = /^[\w.:-]{1,200}$/

/**
 * Finds out who asks. Refuses a dead token with SESSION_EXPIRED, but for calls that let people in or out, or tell what the
 * server has to offer: there an old token in the browser must not stand in the way.
 */
export async function identify(request: FastifyRequest, call: Call, accounts: Accounts): Promise<Identity> {
  const token = bearerToken(request)
  const ip = addressOf(request)
  const isSigningInOrOut = call.area === 'auth' && call.access === 'public' && call.method !== 'GET'
  const isAboutServer = call.area === 'system' || call.area === 'plans'
  // A directory's token is no session; its own use cases look at it.
  const isOfDirectory = call.protocol === 'scim'
  if (token === undefined || isSigningInOrOut || isAboutServer || isOfDirectory)
    return { caller: visitor(request.headers['x-session-id'], ip), token }
  const caller = await accounts.callerOf(token, ip, request.headers['user-agent'])
  return { caller, token }
}

/** Refuses a visitor where the call is for people who are signed in. */
export function assertCallerAllowed(caller: Caller, call: Call): void {
  if (call.access === 'signed-in' && caller.kind === 'visitor') {
    throw new DomainError('UNAUTHORIZED', 'Sign in to do this.')
  }
}

function bearerToken(request: FastifyRequest): string | undefined {
  return BEARER.exec(request.headers.authorization ?? '')?.[1]
}

/** Whoever shows no token; `sessionId` is what X-Session-Id says. */
export function visitor(sessionId: unknown, ip: string): Caller {
  const isWellFormed = typeof sessionId === 'string' && SESSION_ID.test(sessionId)
  return { kind: 'visitor', id: isWellFormed ? `session:${sessionId}` : 'anonymous', ip }
}

/** A server that listens on IPv6 sees IPv4 callers as `::ffff:192.0.2.1`; both spellings are one address. */
export function addressOf({ ip }: FastifyRequest): string {
  return ip.replace(/^::ffff:(?=\d+\.)/i, '')
}

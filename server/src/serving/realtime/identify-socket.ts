import type { FastifyRequest } from 'fastify'
import { inTimeZone, type Accounts, type Caller } from '#domain/accounts/index.ts'
import { DomainError } from '#domain/errors/domain-error.ts'
import type { Realtime } from '#domain/openai/index.ts'
import { addressOf, bearerToken, visitor } from '../identity.ts'

/** Prefix of the subprotocol in which clients of browsers send their token: they cannot set headers. */
const TOKEN_PROTOCOL = 'openai-insecure-api-key.'

/** The client of a socket, and the agent that it requests. */
export interface SocketIdentity {
  readonly caller: Caller
  readonly token: string | undefined
  /** id of an agent */
  readonly model: string
}

const identities = new WeakMap<FastifyRequest, SocketIdentity>()

/**
 * Authenticates the upgrade like the requests of this protocol, before the socket is open. Throws SESSION_EXPIRED,
 * and the errors of the agent that `model` names.
 */
export async function identifySocket(
  request: FastifyRequest,
  { accounts, realtime }: { readonly accounts: Accounts; readonly realtime: Realtime },
): Promise<void> {
  const ip = addressOf(request)
  const token = bearerToken(request) ?? tokenOfProtocols(request.headers['sec-websocket-protocol'])
  const caller =
    token === undefined
      ? visitor(request.headers['x-session-id'], ip)
      : await accounts.callerOf(token, ip, request.headers['user-agent'])
  const { model } = request.query as { readonly model?: unknown }
  if (typeof model !== 'string' || model === '' || model.length > 100 || model.includes('\0')) {
    const message = 'Name an agent as the model: ?model=v_agent'
    throw new DomainError('VALIDATION', message, { details: [{ path: 'model', message }] })
  }
  identities.set(request, {
    caller: inTimeZone(caller, request.headers['x-time-zone']),
    token,
    model: await realtime.modelOf(model, caller),
  })
}

/** Returns the identity of a request that was authenticated. */
export function identityOfSocket(request: FastifyRequest): SocketIdentity {
  const identity = identities.get(request)
  if (!identity) throw new Error('The caller was not identified.')
  return identity
}

function tokenOfProtocols(header: string | undefined): string | undefined {
  const offered = (header ?? '').split(',').map((protocol) => protocol.trim())
  const token = offered.find((protocol) => protocol.startsWith(TOKEN_PROTOCOL))?.slice(TOKEN_PROTOCOL.length)
  return token === '' ? undefined : token
}

import type { IncomingHttpHeaders } from 'node:http'
import type { FastifyRequest } from 'fastify'
import { DomainError } from '#domain/errors/domain-error.ts'

/** Matches the loopback names and addresses of this machine. */
const LOOPBACK = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])(?::\d{1,5})?$/i

/** The request that opens a socket. */
interface Opening {
  /** the host header of the request */
  readonly host: string
  readonly publicUrl: string | undefined
  /** true if the connection uses the loopback interface without a proxy */
  readonly isLoopback: boolean
}

/**
 * Returns true if the socket is opened by a page of this server. Browsers let any page open one and send its
 * origin; programs send none. With PUBLIC_URL, only its origin is accepted. Without it, the origin has to
 * match the requested host, and on loopback that has to be a name of this machine: with DNS rebinding, a page
 * of another name that resolves to this machine would match in both.
 */
export function isOwnOrigin(
  { origin }: Pick<IncomingHttpHeaders, 'origin'>,
  { host, publicUrl, isLoopback }: Opening,
): boolean {
  if (origin === undefined) return true
  if (publicUrl !== undefined) return originOf(origin) === originOf(publicUrl)
  if (isLoopback && !LOOPBACK.test(host)) return false
  return hostOf(origin) === host
}

const originOf = (url: string) => (URL.canParse(url) ? new URL(url).origin : undefined)
const hostOf = (url: string) => (URL.canParse(url) ? new URL(url).host : undefined)

const isLoopbackAddress = (ip: string) => ip === '::1' || /^(?:::ffff:)?127\./i.test(ip)

/** Throws unless the request is an upgrade to a WebSocket, from a program or from a page of this server. */
export function assertMayOpenSocket(request: FastifyRequest, publicUrl: string | undefined): void {
  if (!request.ws) throw new DomainError('NOT_FOUND', 'This path is for WebSockets.')
  const { localAddress } = request.socket
  const isLoopback =
    localAddress !== undefined && isLoopbackAddress(localAddress) && !request.headers['x-forwarded-for']
  if (isOwnOrigin(request.headers, { host: request.host, publicUrl, isLoopback })) return
  throw new DomainError('FORBIDDEN', 'Pages of other servers may not open this socket.')
}

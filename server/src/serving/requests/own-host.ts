import { hostname } from 'node:os'
import { isIP } from 'node:net'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { DomainError } from '#domain/errors/domain-error.ts'
import type { ServerSettings } from '#settings/settings.ts'

/** The settings that name the server. */
type OwnNames = Pick<ServerSettings, 'host' | 'publicUrl' | 'trustedProxies'>

/** The facts of a request by which it is accepted. */
export interface Arrival {
  /** the Host header; undefined if there is none, as with HTTP/1.0 */
  readonly host: string | undefined
  /** true if it arrived at a loopback address of this machine */
  readonly isLoopback: boolean
  /** the port at which it arrived */
  readonly localPort: number | undefined
  /** true if it has the headers of a proxy, which a page can set, too */
  readonly isForwarded: boolean
}

/**
 * Rejects requests with foreign host names that arrive at a loopback address: with DNS rebinding, a page of another
 * server lets its name resolve to this machine, and would be of the same origin as this server.
 */
export function rejectForeignHosts(app: FastifyInstance, settings: OwnNames): void {
  const ownNames = namesOf(settings)
  const trustsProxies = settings.trustedProxies.length > 0
  app.addHook('onRequest', async (request) => {
    if (isOwnHost(arrivalOf(request), ownNames, trustsProxies)) return
    throw new DomainError(
      'FORBIDDEN',
      'This server does not answer to this host name. Open it as localhost, or set PUBLIC_URL to the address under which people reach it.',
    )
  })
}

/**
 * Returns whether a page of another server cannot have sent the request. A name is needed for that: an IP address in the
 * Host header is the one to which the browser has connected. Requests of a proxy on this machine name the proxy's port
 * or none; a page that connects to this server itself names this server's.
 */
export function isOwnHost(
  { host, isLoopback, localPort, isForwarded }: Arrival,
  ownNames: ReadonlySet<string>,
  trustsProxies: boolean,
): boolean {
  if (!isLoopback || host === undefined || host === '') return true
  if (!URL.canParse(`http://${host}`)) return false
  const { hostname: name, port } = new URL(`http://${host}`)
  const bare = name.replace(/\.$/, '')
  if (isIP(bare.replaceAll(/[[\]]/g, '')) !== 0) return true
  if (bare === 'localhost' || bare.endsWith('.localhost') || ownNames.has(bare)) return true
  return isForwarded && (trustsProxies || (port === '' ? 80 : Number(port)) !== localPort)
}

function namesOf({ host, publicUrl }: OwnNames): ReadonlySet<string> {
  const machine = hostname().toLowerCase()
  const published = publicUrl === undefined ? [] : [new URL(publicUrl).hostname]
  return new Set([host.toLowerCase(), machine, `${machine}.local`, ...published])
}

function arrivalOf({ headers, socket }: FastifyRequest): Arrival {
  return {
    host: headers.host,
    isLoopback: isLoopbackAddress(socket.localAddress ?? ''),
    localPort: socket.localPort,
    isForwarded: headers['x-forwarded-for'] !== undefined || headers.forwarded !== undefined,
  }
}

const isLoopbackAddress = (ip: string) => ip === '::1' || /^(?:::ffff:)?127\./i.test(ip)

import { lookup } from 'node:dns'
import { isIP, type LookupFunction } from 'node:net'
import ipaddr from 'ipaddr.js'
import { Agent, buildConnector } from './http-client.ts'

/** RFC 4291, 2.5.5.1: deprecated, and never used on the internet. */
const IPV4_COMPATIBLE = ipaddr.IPv6.parseCIDR('::/96')
/** Formally a public address: the host service of every Azure machine. */
const AZURE_HOST = '168.63.129.16'

/**
 * Returns true for public IP addresses: no loopback, private, link-local (cloud metadata), carrier-grade NAT,
 * multicast, documentation or reserved range, none of the IPv6 forms that wrap an IPv4 address (`::/96` is
 * the one that ipaddr.js considers unicast), and not the host service of Azure's machines.
 */
export function isPublicAddress(ip: string): boolean {
  if (!ipaddr.isValid(ip)) return false
  const address = ipaddr.parse(ip)
  if (address instanceof ipaddr.IPv6 && address.isIPv4MappedAddress()) return false
  if (address instanceof ipaddr.IPv6 && address.match(IPV4_COMPATIBLE)) return false
  return address.range() === 'unicast' && address.toString() !== AZURE_HOST
}

/** Returns whether an address is in one of the networks, such as `10.20.0.0/16`, or is one of them. */
export function isInNetworks(ip: string, networks: readonly string[]): boolean {
  const address = ipaddr.isValid(ip) ? ipaddr.process(ip) : undefined
  return networks.some((network) => {
    const [range, bits] = ipaddr.parseCIDR(network.includes('/') ? network : hostNetwork(network))
    return address?.kind() === range.kind() && address.match(range, bits)
  })
}

const hostNetwork = (ip: string) => `${ip}/${isIP(ip) === 6 ? 128 : 32}`

/** The addresses that a request of somebody else than the host may be sent to. */
export interface AllowedNetworks {
  /** private networks that the host allows, with and without TLS */
  readonly networks: readonly string[]
}

/** The code of the error of a connection to an address that is not allowed. */
export const ADDRESS_NOT_ALLOWED = 'ERR_ADDRESS_NOT_ALLOWED'

class AddressNotAllowed extends Error {
  readonly code = ADDRESS_NOT_ALLOWED
}

/** Returns whether requests may be sent to an address: public ones by https, and those in the host's networks. */
const isAllowed = (ip: string, isSecure: boolean, { networks }: AllowedNetworks) =>
  (isSecure && isPublicAddress(ip)) || isInNetworks(ip, networks)

/**
 * Returns connections that lead to allowed addresses only. The address is checked when the connection is made and
 * is the one that it uses, so that a name cannot lead elsewhere after a check (DNS rebinding). Requests to other
 * addresses fail with the code ERR_ADDRESS_NOT_ALLOWED. Redirects are not followed.
 */
export function createGuardedAgent(
  allowed: AllowedNetworks,
  options: { readonly keepAliveTimeout?: number } = {},
): Agent {
  const connectors = {
    secure: buildConnector({ allowH2: false, lookup: checkedLookup(true, allowed) }),
    plain: buildConnector({ allowH2: false, lookup: checkedLookup(false, allowed) }),
  }
  return new Agent({
    ...options,
    allowH2: false,
    connect: (target, callback) => {
      const isSecure = target.protocol === 'https:'
      const hostname = withoutBrackets(target.hostname)
      // An IP address is connected to without a lookup.
      if (isIP(hostname) !== 0 && !isAllowed(hostname, isSecure, allowed)) {
        callback(notAllowed(hostname), null)
        return
      }
      connectors[isSecure ? 'secure' : 'plain'](target, callback)
    },
  })
}

const withoutBrackets = (hostname: string) => hostname.replaceAll(/^\[|\]$/g, '')

const notAllowed = (hostname: string) => new AddressNotAllowed(`${hostname} is not an allowed address`)

/** One address that is not allowed is enough: a response with private and public addresses is an attack. */
const checkedLookup =
  (isSecure: boolean, allowed: AllowedNetworks): LookupFunction =>
  (hostname, options, callback) => {
    lookup(hostname, { ...options, all: true }, (error, addresses) => {
      const [first] = addresses ?? []
      if (error) callback(error, '')
      else if (!first || !addresses.every(({ address }) => isAllowed(address, isSecure, allowed)))
        callback(notAllowed(hostname), '')
      else if (options.all) callback(null, addresses)
      else callback(null, first.address, first.family)
    })
  }

/**
 * Returns whether requests to a URL would be allowed now. A name that cannot be resolved is allowed: it may be known
 * later, and every connection is checked.
 */
export function isAllowedUrl(url: string, allowed: AllowedNetworks): Promise<boolean> {
  const { protocol, hostname: written } = new URL(url)
  const isSecure = protocol === 'https:'
  const hostname = withoutBrackets(written)
  if (isIP(hostname) !== 0) return Promise.resolve(isAllowed(hostname, isSecure, allowed))
  return new Promise((resolve) => {
    lookup(hostname, { all: true }, (error, addresses) =>
      resolve(error ? isSecure : addresses.every(({ address }) => isAllowed(address, isSecure, allowed))),
    )
  })
}

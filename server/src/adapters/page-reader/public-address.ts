import ipaddr from 'ipaddr.js'

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

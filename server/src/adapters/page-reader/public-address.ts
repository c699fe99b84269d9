import ipaddr from 'ipaddr.js'

/** RFC 4291, 2.5.5.1: deprecated, and never on the internet. */
const IPV4_COMPATIBLE = ipaddr.IPv6.parseCIDR('::/96')
/** Public by its number alone: every machine of Azure reaches its host's service there. */
const AZURE_HOST = '168.63.129.16'

/**
 * Whether an IP address belongs to the public internet: no loopback, private, link-local (clouds keep their secrets
 * there), carrier, multicast, documentation or reserved range, none of the IPv6 forms that wrap an IPv4 address
 * (`::/96` is the one that ipaddr.js takes for unicast), and not the host service of Azure's machines.
 */
export function isPublicAddress(ip: string): boolean {
  if (!ipaddr.isValid(ip)) return false
  const address = ipaddr.parse(ip)
  if (address instanceof ipaddr.IPv6 && address.isIPv4MappedAddress()) return false
  if (address instanceof ipaddr.IPv6 && address.match(IPV4_COMPATIBLE)) return false
  return address.range() === 'unicast' && address.toString() !== AZURE_HOST
}

import ipaddr from 'ipaddr.js'

/**
 * Whether an IP address belongs to the public internet: no loopback, private, link-local (clouds keep their secrets
 * there), carrier, multicast, documentation or reserved range, and none of the IPv6 forms that wrap an IPv4 address.
 */
export function isPublicAddress(ip: string): boolean {
  if (!ipaddr.isValid(ip)) return false
  const address = ipaddr.parse(ip)
  if (address instanceof ipaddr.IPv6 && address.isIPv4MappedAddress()) return false
  return address.range() === 'unicast'
}

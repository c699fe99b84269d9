import { isIPv6 } from 'node:net'

/**
 * Returns the key under which limits count an address: the address itself, or its /64 for IPv6, because one
 * household owns a whole /64 and could use any address in it.
 */
export function networkOf(ip: string): string {
  if (!isIPv6(ip)) return ip
  const [head = '', tail] = ip.split('::')
  const groups = head.split(':')
  if (tail !== undefined) groups.push(...Array.from({ length: 4 }, () => '0'))
  return groups.slice(0, 4).join(':')
}

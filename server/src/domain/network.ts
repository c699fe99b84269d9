import { isIPv6 } from 'node:net'

/** What limits count as one address: the address itself; of IPv6 its /64, which one household has and could walk through. */
export function networkOf(ip: string): string {
  if (!isIPv6(ip)) return ip
  const [head = '', tail] = ip.split('::')
  const groups = head.split(':')
  if (tail !== undefined) groups.push(...Array.from({ length: 4 }, () => '0'))
  return groups.slice(0, 4).join(':')
}

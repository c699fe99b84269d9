import { isIP } from 'node:net'
import { z } from 'zod'

const PROXY_GROUPS: ReadonlySet<string> = new Set(['loopback', 'linklocal', 'uniquelocal'])
const isProxyAddress = (entry: string) => {
  const [ip = '', bits, ...rest] = entry.split('/')
  const version = isIP(ip)
  if (PROXY_GROUPS.has(entry)) return true
  if (version === 0 || rest.length > 0) return false
  return bits === undefined || (/^\d+$/.test(bits) && Number(bits) <= (version === 4 ? 32 : 128))
}
const list = z
  .string()
  .trim()
  .transform((entries) => entries.split(',').flatMap((entry) => entry.trim() || []))
export const proxyList = list.refine(
  (entries) => entries.every(isProxyAddress),
  'must be IP addresses or ranges, separated by commas',
)
/** True for an IP address; version 6 is in brackets if a port follows. */
const isNameServer = (entry: string) => {
  const [, six, four = entry] = /^(?:\[([^\]]+)\]|([\d.]+)):\d{1,5}$/.exec(entry) ?? []
  return isIP(six ?? four) !== 0
}
export const nameServers = list.refine(
  (entries) => entries.length > 0 && entries.every(isNameServer),
  'must be IP addresses, with a port or without, separated by commas',
)

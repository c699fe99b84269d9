import { isIPv4 } from 'node:net'

/**
 * The Host header is chosen by the sender: a link built from it could send another user's token to them. Only
 * the names of the local machine are harmless.
 */
export function localhostOrigin(origin: string): string | undefined {
  const hostname = URL.parse(origin)?.hostname ?? ''
  return /^(localhost|127(\.\d+){3}|\[::1\])$/.test(hostname) ? origin : undefined
}

/**
 * Returns true if a host name of a URL, as in `URL.hostname`, is this machine: `localhost`, 127.0.0.0/8 or
 * `[::1]`.
 */
export const isLoopbackHost = (hostname: string): boolean =>
  hostname === 'localhost' ||
  hostname.endsWith('.localhost') ||
  hostname === '[::1]' ||
  (isIPv4(hostname) && hostname.startsWith('127.'))

import { isIPv4 } from 'node:net'

/**
 * Returns true if a host name of a URL, as in `URL.hostname`, is this machine: `localhost`, 127.0.0.0/8 or
 * `[::1]`.
 */
export const isLoopbackHost = (hostname: string): boolean =>
  hostname === 'localhost' ||
  hostname.endsWith('.localhost') ||
  hostname === '[::1]' ||
  (isIPv4(hostname) && hostname.startsWith('127.'))

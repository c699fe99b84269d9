import { isIPv4 } from 'node:net'

/** Whether a host name of a URL, as `URL.hostname` writes it, is this machine: `localhost`, 127.0.0.0/8 or `[::1]`. */
export const isLoopbackHost = (hostname: string): boolean =>
  hostname === 'localhost' ||
  hostname.endsWith('.localhost') ||
  hostname === '[::1]' ||
  (isIPv4(hostname) && hostname.startsWith('127.'))

import type { IncomingHttpHeaders } from 'node:http'

/** Names under which this machine reaches itself. */
const LOOPBACK = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])(?::\d{1,5})?$/i

/** Where a socket is opened. */
interface Opening {
  /** that the request says it was sent to */
  readonly host: string
  readonly publicUrl: string | undefined
  /** whether the connection came in by the loopback interface and by no proxy */
  readonly isLoopback: boolean
}

/**
 * Returns whether a page of this server opens the socket. Browsers let any page open one, and send its origin along; programs
 * send none. With PUBLIC_URL only its origin counts. Without it the origin has to be the host that was asked, and on loopback
 * that has to be a name of this machine: a page of another name that DNS leads here (DNS rebinding) has itself as both.
 */
export function isOwnOrigin(
  { origin }: Pick<IncomingHttpHeaders, 'origin'>,
  { host, publicUrl, isLoopback }: Opening,
): boolean {
  if (origin === undefined) return true
  if (publicUrl !== undefined) return originOf(origin) === originOf(publicUrl)
  if (isLoopback && !LOOPBACK.test(host)) return false
  return hostOf(origin) === host
}

const originOf = (url: string) => (URL.canParse(url) ? new URL(url).origin : undefined)
const hostOf = (url: string) => (URL.canParse(url) ? new URL(url).host : undefined)

import type { IncomingHttpHeaders } from 'node:http'

/**
 * Whether a page of this server opens the socket. Browsers let any page open one, and send its origin along; programs
 * send none.
 *
 * @param host that the request says it was sent to
 */
export function isOwnOrigin(
  { origin }: Pick<IncomingHttpHeaders, 'origin'>,
  host: string,
  publicUrl: string | undefined,
): boolean {
  if (origin === undefined) return true
  const from = hostOf(origin)
  return from !== undefined && (from === host || from === hostOf(publicUrl ?? ''))
}

function hostOf(url: string): string | undefined {
  try {
    return new URL(url).host
  } catch {
    return undefined
  }
}

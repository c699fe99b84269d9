/**
 * The host in a request is whatever its sender wrote: a link made of it could carry somebody else's token to them. Only
 * this machine's own name for itself is of no use to anybody else.
 */
export function localhostOrigin(origin: string): string | undefined {
  const hostname = URL.parse(origin)?.hostname ?? ''
  return /^(localhost|127(\.\d+){3}|\[::1\])$/.test(hostname) ? origin : undefined
}

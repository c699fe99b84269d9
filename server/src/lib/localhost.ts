/**
 * The Host header is chosen by the sender: a link built from it could send another user's token to them. Only
 * the names of the local machine are harmless.
 */
export function localhostOrigin(origin: string): string | undefined {
  const hostname = URL.parse(origin)?.hostname ?? ''
  return /^(localhost|127(\.\d+){3}|\[::1\])$/.test(hostname) ? origin : undefined
}

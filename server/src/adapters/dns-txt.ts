import { Resolver } from 'node:dns/promises'
import type { ResolveTxt } from '#domain/provisioning/index.ts'

const TIMEOUT_MS = 3_000
const MAX_ATTEMPTS = 2
/** DNS error codes for a missing record. */
const NOTHING: ReadonlySet<unknown> = new Set(['ENOTFOUND', 'ENODATA'])

/** Creates a resolver for these name servers (`address` or `address:port`), or the machine's own. */
export function createTxtResolver(servers?: readonly string[]): ResolveTxt {
  const resolver = new Resolver({ timeout: TIMEOUT_MS, tries: MAX_ATTEMPTS })
  if (servers) resolver.setServers(servers)
  return async (name) => {
    try {
      // A long record is split into chunks of 255 bytes.
      return (await resolver.resolveTxt(name)).map((pieces) => pieces.join(''))
    } catch (error) {
      if (error instanceof Error && 'code' in error && NOTHING.has(error.code)) return []
      throw error
    }
  }
}

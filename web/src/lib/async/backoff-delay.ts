interface Backoff {
  /** longest delay before the first retry, in ms; doubles with each further one */
  readonly firstMs: number
  readonly maxMs: number
}

/**
 * Returns the delay before the n-th retry (from 0), in ms: exponential backoff of which half is random, so that
 * the clients of a server that restarts do not all return at the same time.
 */
export function backoffDelay(attempt: number, { firstMs, maxMs }: Backoff): number {
  const longest = Math.min(maxMs, firstMs * 2 ** attempt)
  return longest / 2 + (Math.random() * longest) / 2
}

import type { Voice } from '@vee/contract/entities/voice'

const CACHED_MS = 600_000
/** A list that could not be fetched is fetched again after this time, in ms. */
const RETRY_MS = 30_000

/**
 * Returns a function that fetches the voices of an account and caches them. While they cannot be fetched it returns the
 * last known ones, so that the voices of other providers are offered.
 */
export function cachedVoices(fetchVoices: () => Promise<readonly Voice[]>): () => Promise<readonly Voice[]> {
  let lastVoices: readonly Voice[] = []
  let fetching: Promise<readonly Voice[]> | undefined
  let validUntil = 0
  const refresh = async () => {
    try {
      lastVoices = await fetchVoices()
      validUntil = performance.now() + CACHED_MS
    } catch {
      validUntil = performance.now() + RETRY_MS
    }
    fetching = undefined
    return lastVoices
  }
  return () => {
    if (performance.now() < validUntil) return Promise.resolve(lastVoices)
    return (fetching ??= refresh())
  }
}

import { backoffDelay } from '../async/backoff-delay.ts'
import { pause } from '../async/pause.ts'

const BACKOFF = { firstMs: 8_000, maxMs: 60_000 }
/** A response within this time, in ms, did not wait for a change. */
const SOON_MS = 4_000
/** Minimum pause between two successful requests, in ms. */
const PAUSE_MS = 200

/**
 * Long-polls for as long as the page is visible. `ask` resolves with whether the response changed; it never
 * rejects. Returns a function that ends it.
 */
export function followAnswers(
  request: (signal: AbortSignal) => Promise<'new' | 'same' | 'none'>,
): () => void {
  let look: AbortController | undefined

  async function follow(signal: AbortSignal): Promise<void> {
    let failures = 0
    while (!signal.aborted) {
      const askedAt = performance.now()
      const outcome = await request(signal)
      const isSoon = performance.now() - askedAt < SOON_MS
      if (outcome === 'none') {
        await pause(backoffDelay(failures, BACKOFF), signal)
        failures += 1
        continue
      }
      failures = 0
      // The same response at once: the server rejects further waiting clients.
      await pause(outcome === 'same' && isSoon ? SOON_MS : PAUSE_MS, signal)
    }
  }
  // A hidden page does not poll, and polls at once when it becomes visible or comes online.
  function followWhileSeen(): void {
    look?.abort()
    if (document.visibilityState !== 'visible') return
    look = new AbortController()
    void follow(look.signal)
  }
  const undo = new AbortController()
  document.addEventListener('visibilitychange', followWhileSeen, undo)
  globalThis.addEventListener('online', followWhileSeen, undo)
  followWhileSeen()
  return () => {
    undo.abort()
    look?.abort()
  }
}

import { pause } from './pause.ts'

/** How soon the server is asked again after it could not be, and the longest that this grows to. */
const RETRY_MS = 4_000
const RETRY_MAX_MS = 60_000
/** Between two questions that were answered, whatever the server answers. */
const PAUSE_MS = 200

/**
 * Asks, and asks for the next answer as soon as there is one, for as long as somebody sees the page. `ask` resolves with
 * whether there was another answer than the last; it never rejects. Gives back how to end it.
 */
export function followAnswers(ask: (signal: AbortSignal) => Promise<'new' | 'same' | 'none'>): () => void {
  let look: AbortController | undefined

  async function follow(signal: AbortSignal): Promise<void> {
    let retryMs = RETRY_MS
    while (!signal.aborted) {
      const askedAt = performance.now()
      const answer = await ask(signal)
      const isSoon = performance.now() - askedAt < RETRY_MS
      if (answer === 'none') {
        await pause(retryMs, signal)
        retryMs = Math.min(retryMs * 2, RETRY_MAX_MS)
        continue
      }
      retryMs = RETRY_MS
      // The same at once: the server lets this page wait no more, as too many do.
      await pause(answer === 'same' && isSoon ? RETRY_MS : PAUSE_MS, signal)
    }
  }
  // A page that nobody sees waits for nothing, and asks as soon as it is seen; one that comes online asks at once too.
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

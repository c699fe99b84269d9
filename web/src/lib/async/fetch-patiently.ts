/**
 * Delay between retries in ms: the browser may report that it is online before anything can be reached, or a
 * server may be restarting.
 */
const PAUSE_MS = 1_000

/**
 * Loads code on demand. Waits for a network if offline; otherwise retries every second, for the given number
 * of times.
 */
export async function fetchPatiently<Part>(load: () => Promise<Part>, triesLeft = Infinity): Promise<Part> {
  try {
    return await load()
  } catch (error) {
    if (triesLeft === 0) throw error
    const wasOnline = navigator.onLine
    await new Promise<unknown>((resolve) => {
      if (wasOnline) setTimeout(resolve, PAUSE_MS)
      else globalThis.addEventListener('online', resolve, { once: true })
    })
    return await fetchPatiently(load, wasOnline ? triesLeft - 1 : triesLeft)
  }
}

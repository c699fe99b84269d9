/** The browser may say that it is online before anything can be reached; a server may be on its way back. */
const PAUSE_MS = 1_000

/**
 * Code that comes when it is needed. Without a network it is waited for; where there is one and it cannot be had, it is tried
 * again every second, for so many times.
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

/** Time, as speech needs it; milliseconds. */
export interface Clock {
  now(): number
  /** Calls once, later. Returns the way to call it off. */
  after(delay: number, call: () => void): () => void
}

export const systemClock: Clock = {
  now: () => performance.now(),
  after(delay, call) {
    const timer = setTimeout(call, delay)
    return () => clearTimeout(timer)
  },
}

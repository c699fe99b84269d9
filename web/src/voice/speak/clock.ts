/** A clock for speech, in milliseconds. */
export interface Clock {
  now(): number
  /** Calls back once after the delay. Returns a function that cancels. */
  after(delay: number, call: () => void): () => void
}

export const systemClock: Clock = {
  now: () => performance.now(),
  after(delay, call) {
    const timer = setTimeout(call, delay)
    return () => clearTimeout(timer)
  },
}

/** A timeout that is restarted by any activity. */
export interface TimeLimit {
  /** aborts when the limit has passed, or with the signal that the limit was started with */
  readonly signal: AbortSignal
  readonly hasPassed: boolean
  restart(): void
  stop(): void
}

export function startTimeLimit(ms: number, signal: AbortSignal): TimeLimit {
  const passed = new AbortController()
  let lastSign = performance.now()
  // Each token is activity. Checking for activity when the timer expires costs less than restarting the
  // timer.
  const look = () => {
    const leftMs = lastSign + ms - performance.now()
    if (leftMs <= 0) passed.abort()
    else timer = setTimeout(look, leftMs)
  }
  let timer = setTimeout(look, ms)
  return {
    signal: AbortSignal.any([signal, passed.signal]),
    get hasPassed() {
      return passed.signal.aborted
    },
    restart: () => void (lastSign = performance.now()),
    stop: () => clearTimeout(timer),
  }
}

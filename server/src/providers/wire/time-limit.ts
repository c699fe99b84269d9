/** A limit on waiting that starts anew with every sign of life. */
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
  // Each token is a sign of life: moving a timer for it costs more than to look, when the timer is up, what came meanwhile.
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

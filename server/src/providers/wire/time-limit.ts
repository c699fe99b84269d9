/** A limit on waiting that starts anew with every sign of life, and does not run while nobody waits. */
export interface TimeLimit {
  /** aborts when the limit has passed, or with the signal that the limit was started with */
  readonly signal: AbortSignal
  readonly hasPassed: boolean
  pause(): void
  restart(): void
  stop(): void
}

export function startTimeLimit(ms: number, signal: AbortSignal): TimeLimit {
  const passed = new AbortController()
  let isRunning = true
  const timer = setTimeout(() => isRunning && passed.abort(), ms)
  return {
    signal: AbortSignal.any([signal, passed.signal]),
    get hasPassed() {
      return passed.signal.aborted
    },
    pause: () => {
      isRunning = false
    },
    restart: () => {
      isRunning = true
      timer.refresh()
    },
    stop: () => clearTimeout(timer),
  }
}

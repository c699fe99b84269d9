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
  const timer = setTimeout(() => passed.abort(), ms)
  return {
    signal: AbortSignal.any([signal, passed.signal]),
    get hasPassed() {
      return passed.signal.aborted
    },
    restart: () => void timer.refresh(),
    stop: () => clearTimeout(timer),
  }
}

/** API_REQ and API_RES are requests to the server. */
export type LogLevel = 'ERROR' | 'WARN' | 'INFO' | 'DEBUG' | 'API_REQ' | 'API_RES'

/** Entries must not contain user content, keys or tokens, because users download the log and pass it on. */
export interface LogEntry {
  /** sequential, starting with 1 */
  readonly id: number
  readonly time: Date
  readonly level: LogLevel
  readonly message: string
  readonly details?: string
}

const MAX_ENTRIES = 100

/** Creates a log of recent events for the system log panel; newest first, in memory only. */
export function createSystemLog(now: () => Date = () => new Date()) {
  let entries: readonly LogEntry[] = []
  let lastId = 0
  const listeners = new Set<() => void>()

  function replace(next: readonly LogEntry[]): void {
    entries = next
    for (const listener of listeners) listener()
  }

  return {
    /** The same array until an entry is added, as required for a snapshot of React. */
    entries: () => entries,
    add(level: LogLevel, message: string, details?: string): void {
      lastId += 1
      const entry = { id: lastId, time: now(), level, message, ...(details === undefined ? {} : { details }) }
      replace([entry, ...entries].slice(0, MAX_ENTRIES))
    },
    clear: () => replace([]),
    /** Returns a function that unsubscribes. */
    subscribe: (listener: () => void): (() => void) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}

export type SystemLog = ReturnType<typeof createSystemLog>

/** The log of the page. */
export const systemLog = createSystemLog()

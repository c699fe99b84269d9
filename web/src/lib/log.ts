/** API_REQ and API_RES are the calls to the server; the others are what their names say. */
export type LogLevel = 'ERROR' | 'WARN' | 'INFO' | 'DEBUG' | 'API_REQ' | 'API_RES'

/** Nothing said or typed, no key and no token may stand in an entry: people download the log and pass it on. */
export interface LogEntry {
  /** counts up from 1 */
  readonly id: number
  readonly time: Date
  readonly level: LogLevel
  readonly message: string
  readonly details?: string
}

const MAX_ENTRIES = 100

/** What happened lately, for the system log panel; newest first, gone with the page. */
export function createSystemLog(now: () => Date = () => new Date()) {
  let entries: readonly LogEntry[] = []
  let lastId = 0
  const listeners = new Set<() => void>()

  function replace(next: readonly LogEntry[]): void {
    entries = next
    for (const listener of listeners) listener()
  }

  return {
    /** The same array until something is added, so that it can be a snapshot of React. */
    entries: () => entries,
    add(level: LogLevel, message: string, details?: string): void {
      lastId += 1
      const entry = { id: lastId, time: now(), level, message, ...(details === undefined ? {} : { details }) }
      replace([entry, ...entries].slice(0, MAX_ENTRIES))
    },
    clear: () => replace([]),
    /** Returns the way to unsubscribe. */
    subscribe: (listener: () => void): (() => void) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}

export type SystemLog = ReturnType<typeof createSystemLog>

/** The page's own log. */
export const systemLog = createSystemLog()

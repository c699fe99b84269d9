import type { LogEntry } from '#lib/log.ts'

/** Returns one line per entry, newest first, with indented details. */
export function logAsText(entries: readonly LogEntry[]): string {
  const lines = entries.map(({ time, level, message, details }) => {
    const line = `${time.toISOString()} ${level.padEnd(7)} ${message}`
    return details === undefined ? line : `${line}\n    ${details.replaceAll('\n', '\n    ')}`
  })
  return `${lines.join('\n')}\n`
}

import { writeSync } from 'node:fs'

/** Lines that wait for a reader, such as a pipe that is full, in bytes; further ones are dropped. */
const MAX_WAITING_BYTES = 1024 * 1024
/** Interval in which waiting lines are tried again, in ms. */
const RETRY_MS = 100
/** pino's number for warnings */
const WARN = 40

type Write = (fd: number, bytes: Uint8Array) => number

/** A destination of log lines. */
export interface LogDestination {
  /** Never throws. */
  write(line: string): void
  /** lines that could not be written since the start */
  readonly droppedLines: number
}

/**
 * Writes log lines to a file descriptor. A line that cannot be written, for example to a full disk, is dropped and counted:
 * a log costs lines, and never the server. When lines can be written again, one states how many are missing.
 */
export function createLogDestination(fd: number, write: Write = writeSync): LogDestination {
  let waiting = Buffer.alloc(0)
  let droppedLines = 0
  let unreported = 0
  /** true if the last line was written in part */
  let isTorn = false
  let retry: NodeJS.Timeout | undefined

  function drop(lines: number): void {
    droppedLines += lines
    unreported += lines
  }

  /** Writes what waits. Returns false if nothing more can be written at the moment. */
  function flush(): boolean {
    while (waiting.length > 0) {
      try {
        const written = write(fd, waiting)
        isTorn = waiting[written - 1] !== NEWLINE
        waiting = waiting.subarray(written)
      } catch (error) {
        if (isFull(error)) return false
        drop(linesIn(waiting))
        waiting = Buffer.alloc(0)
        return false
      }
    }
    return true
  }

  function tryAgain(): void {
    retry = undefined
    if (!flush() && waiting.length > 0) retry = setTimeout(tryAgain, RETRY_MS).unref()
  }

  function send(line: string): boolean {
    const bytes = Buffer.from(isTorn && waiting.length === 0 ? `\n${line}` : line)
    if (waiting.length + bytes.length > MAX_WAITING_BYTES) {
      drop(1)
      return false
    }
    waiting = waiting.length === 0 ? bytes : Buffer.concat([waiting, bytes])
    const isWritten = flush()
    if (waiting.length > 0) retry ??= setTimeout(tryAgain, RETRY_MS).unref()
    return isWritten
  }

  return {
    get droppedLines() {
      return droppedLines
    },
    write(line) {
      if (!send(line) || unreported === 0) return
      const dropped = unreported
      unreported = 0
      send(
        `${JSON.stringify({ level: WARN, time: Date.now(), dropped, msg: 'log lines could not be written' })}\n`,
      )
    },
  }
}

const NEWLINE = 0x0a

/** Returns whether a reader has to catch up first. */
const isFull = (error: unknown) => error instanceof Error && 'code' in error && error.code === 'EAGAIN'

/** A line break at the beginning ends a line that was written in part. */
const linesIn = (bytes: Uint8Array): number =>
  Math.max(
    1,
    bytes.subarray(1).reduce((sum, byte) => sum + Number(byte === NEWLINE), 0),
  )

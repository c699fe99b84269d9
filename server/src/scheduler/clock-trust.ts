import { uptime } from 'node:os'

/** Difference between the time of day and the time that passed from which the clock was changed, in ms. */
const JUMP_MS = 10 * 60_000
/** Time for a clock to be corrected after it was changed, in ms. */
const SETTLE_MS = 3_600_000
/** Time after a machine's start in which its clock may not be set yet, in ms: many have no battery for it. */
const AFTER_BOOT_MS = 15 * 60_000

export interface ClockTrust {
  /** Returns whether the time of day may decide what is too old to keep. Call it regularly: it notices jumps between calls. */
  isTrusted(): boolean
}

interface Clocks {
  /** milliseconds since 1970, by a clock that may be changed */
  readonly now?: () => number
  /** milliseconds since any fixed moment, by a monotonic clock */
  readonly elapsed?: () => number
  /** milliseconds since the machine started */
  readonly upMs?: () => number
}

/**
 * Observes the machine's clock, so that nothing is deleted as too old because the time of day is wrong: it is not trusted
 * for an hour after a jump, and not shortly after the machine started.
 */
export function watchClock(clocks: Clocks = {}): ClockTrust {
  const { now = Date.now, elapsed = () => performance.now(), upMs = () => uptime() * 1_000 } = clocks
  const offsetNow = () => now() - elapsed()
  let offset = offsetNow()
  let trustedFrom = Number.NEGATIVE_INFINITY
  return {
    isTrusted() {
      const current = offsetNow()
      if (Math.abs(current - offset) > JUMP_MS) trustedFrom = elapsed() + SETTLE_MS
      offset = current
      return elapsed() >= trustedFrom && upMs() >= AFTER_BOOT_MS
    },
  }
}

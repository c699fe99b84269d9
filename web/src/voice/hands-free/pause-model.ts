/** Where learned pauses are stored. */
export interface StoredPauses {
  /** returns the lengths in ms, oldest first; empty if there are none */
  load(): readonly number[]
  save(pauses: readonly number[]): void
}

/** Learns how long a speaker pauses within a turn, to end turns neither too early nor too late. */
export interface PauseModel {
  /** Adds the length of a pause within a turn, in ms. */
  add(ms: number): void
  /** Returns the silence after which a statement is taken for the end of a turn, in ms. */
  statementEndMs(): number
}

/** Pauses that are remembered: an habit changes, and a device has several speakers. */
const REMEMBERED = 40
/** Fewer pauses say nothing about a speaker. */
const MIN_PAUSES = 5
const USUAL_MS = 1_100
const MIN_MS = 800
const MAX_MS = 2_000
/** Nine of ten pauses are shorter than the learned delay, which exceeds them by this. */
const SHARE = 0.9
const MARGIN_MS = 200
/** Longer silences are interruptions of a turn by something else. */
const MAX_PAUSE_MS = 4_000

export function createPauseModel(stored: StoredPauses): PauseModel {
  let pauses = stored.load().filter((ms) => Number.isFinite(ms) && ms > 0 && ms <= MAX_PAUSE_MS)
  return {
    add(ms) {
      if (ms <= 0 || ms > MAX_PAUSE_MS) return
      pauses = [...pauses, Math.round(ms)].slice(-REMEMBERED)
      stored.save(pauses)
    },
    statementEndMs() {
      if (pauses.length < MIN_PAUSES) return USUAL_MS
      const sorted = pauses.toSorted((a, b) => a - b)
      const typical = sorted[Math.floor(SHARE * (sorted.length - 1))] ?? USUAL_MS
      return Math.min(MAX_MS, Math.max(MIN_MS, typical + MARGIN_MS))
    },
  }
}

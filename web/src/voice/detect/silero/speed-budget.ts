/**
 * Time that the model may take for a window of 32 ms, ms: a quarter of real time leaves the processor to the page, the
 * voice and the recognizer.
 */
const WINDOW_BUDGET_MS = 8
/** Windows that are averaged, 4 s: one slow window, as during a garbage collection, does not count. */
const WINDOWS = 125
/** Audio that may wait for its result, ms, and how long it may be more. */
const MAX_LATE_MS = 500
const LATE_FOR_MS = 3_000

/** Judges whether a model keeps up with the audio on this device. */
export class SpeedBudget {
  readonly #took: number[] = []
  #sum = 0
  #lateMs = 0

  /** Adds the time that the model took for a window, ms. */
  add(tookMs: number): void {
    this.#took.push(tookMs)
    this.#sum += tookMs
    if (this.#took.length > WINDOWS) this.#sum -= this.#took.shift() ?? 0
  }

  /** Adds audio of this length, while audio of `waitingMs` waits for its result. */
  passed(ms: number, waitingMs: number): void {
    this.#lateMs = waitingMs > MAX_LATE_MS ? this.#lateMs + ms : 0
  }

  isTooSlow(): boolean {
    return (
      (this.#took.length === WINDOWS && this.#sum > WINDOWS * WINDOW_BUDGET_MS) || this.#lateMs >= LATE_FOR_MS
    )
  }
}

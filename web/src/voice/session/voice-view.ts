import type { Clock } from '../speak/clock.ts'
import { INITIAL_SNAPSHOT } from './initial-snapshot.ts'
import type { VoiceSnapshot } from './session-ports.ts'

/** Half of the delay that users perceive as immediate. */
const SHOWN_WITHIN_MS = 50

/** The snapshot of a session and its listeners. */
export class VoiceView {
  readonly #clock: Clock
  readonly #onHold: () => void
  readonly #listeners = new Set<() => void>()
  #snapshot = INITIAL_SNAPSHOT
  /** set during a hold: cancels its timeout */
  #cancelHold: (() => void) | undefined

  /** @param onHold called when drawing should pause for a moment */
  constructor(clock: Clock, onHold: () => void = () => {}) {
    this.#clock = clock
    this.#onHold = onHold
  }

  get snapshot(): VoiceSnapshot {
    return this.#snapshot
  }

  subscribe(listener: () => void): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  show(change: Partial<VoiceSnapshot>): void {
    this.#snapshot = { ...this.#snapshot, ...change }
    if (!this.#cancelHold) this.#tell()
  }

  /**
   * Suspends notifications until `release`, for 50 ms at most: drawing blocks the main thread, and the last
   * frames of a recording are sent before its end is drawn.
   */
  hold(): void {
    this.#onHold()
    this.#cancelHold?.()
    this.#cancelHold = this.#clock.after(SHOWN_WITHIN_MS, () => this.release())
  }

  release(): void {
    if (!this.#cancelHold) return
    this.#cancelHold()
    this.#cancelHold = undefined
    this.#tell()
  }

  dispose(): void {
    this.#cancelHold?.()
    this.#cancelHold = undefined
    this.#listeners.clear()
  }

  #tell(): void {
    for (const listener of this.#listeners) listener()
  }
}

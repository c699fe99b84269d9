import type { Clock } from '../speak/clock.ts'
import { INITIAL_SNAPSHOT } from './initial-snapshot.ts'
import type { VoiceSnapshot } from './session-ports.ts'

/** Half of the delay that users perceive as immediate. */
const SHOWN_WITHIN_MS = 50

/** The snapshot of a session and its listeners. */
export class VoiceView {
  readonly #clock: Clock
  readonly #onSuspend: () => void
  readonly #listeners = new Set<() => void>()
  #snapshot = INITIAL_SNAPSHOT
  /** set while it is suspended */
  #cancelTimeout: (() => void) | undefined

  /** @param onSuspend called when drawing should pause for a moment */
  constructor(clock: Clock, onSuspend: () => void = () => {}) {
    this.#clock = clock
    this.#onSuspend = onSuspend
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
    if (!this.#cancelTimeout) this.#emit()
  }

  /**
   * Suspends notifications until `resume`, for 50 ms at most: drawing blocks the main thread, and the last
   * frames of a recording are sent before its end is drawn.
   */
  suspend(): void {
    this.#onSuspend()
    this.#cancelTimeout?.()
    this.#cancelTimeout = this.#clock.after(SHOWN_WITHIN_MS, () => this.resume())
  }

  resume(): void {
    if (!this.#cancelTimeout) return
    this.#cancelTimeout()
    this.#cancelTimeout = undefined
    this.#emit()
  }

  dispose(): void {
    this.#cancelTimeout?.()
    this.#cancelTimeout = undefined
    this.#listeners.clear()
  }

  #emit(): void {
    for (const listener of this.#listeners) listener()
  }
}

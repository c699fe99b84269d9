import type { Clock } from '../speak/clock.ts'
import { INITIAL_SNAPSHOT } from './initial-snapshot.ts'
import type { VoiceSnapshot } from './session-ports.ts'

/** Half of what a person takes for at once. */
const SHOWN_WITHIN_MS = 50

/** What is shown of a session, and who is told when that changes. */
export class VoiceView {
  readonly #clock: Clock
  readonly #onHold: () => void
  readonly #listeners = new Set<() => void>()
  #snapshot = INITIAL_SNAPSHOT
  /** while nobody is told: calls off the end of it */
  #cancelHold: (() => void) | undefined

  /** @param onHold told when nothing is to be drawn for a moment */
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
   * Tells nobody until `release`, or for 50 ms: what is drawn holds up the page's only thread, and the last of a recording
   * goes on its way before its end is drawn.
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

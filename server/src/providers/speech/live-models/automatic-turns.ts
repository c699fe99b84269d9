import type { EventQueue } from '../../wire/event-queue.ts'
import type { LiveModelEvent } from './live-model.ts'

/**
 * Turns of the user at a vendor whose model takes turns by itself and numbers none: words open a turn, output of the model ends
 * it, and its words are complete when none follow for a while.
 */
export class AutomaticTurns {
  readonly #events: EventQueue<LiveModelEvent>
  readonly #wordsMs: number
  readonly #onWordsEnded: () => void
  #count = 0
  /** id of the turn whose words may still come */
  #open: string | undefined
  /** it ended, but its words may still come */
  #isEnded = false
  #timer: NodeJS.Timeout | undefined

  /** @param wordsMs time without words after which those of a turn that ended are complete */
  constructor(events: EventQueue<LiveModelEvent>, wordsMs: number, onWordsEnded: () => void = () => {}) {
    this.#events = events
    this.#wordsMs = wordsMs
    this.#onWordsEnded = onWordsEnded
  }

  get isOpen(): boolean {
    return this.#open !== undefined
  }

  /** Adds words to the open turn, or opens one. */
  add(text: string): void {
    const itemId = (this.#open ??= this.#next())
    if (text !== '') this.#events.push({ type: 'user-words', itemId, final: text, tail: '' })
    if (this.#isEnded) this.#awaitWords()
  }

  /** Called when the model answers: a turn without a transcript ends too. */
  end(): void {
    const itemId = (this.#open ??= this.#next())
    if (!this.#isEnded) this.#events.push({ type: 'turn-ended', itemId })
    this.#isEnded = true
    this.#awaitWords()
  }

  /** Called when no more words of the open turn follow. No-op without one. */
  endWords(): void {
    clearTimeout(this.#timer)
    const itemId = this.#open
    if (itemId === undefined) return
    if (!this.#isEnded) this.#events.push({ type: 'turn-ended', itemId })
    this.#open = undefined
    this.#isEnded = false
    this.#events.push({ type: 'user-words-ended', itemId })
    this.#onWordsEnded()
  }

  dispose(): void {
    clearTimeout(this.#timer)
  }

  #next(): string {
    this.#count += 1
    return `turn_${this.#count}`
  }

  #awaitWords(): void {
    clearTimeout(this.#timer)
    this.#timer = setTimeout(() => this.endWords(), this.#wordsMs).unref()
  }
}

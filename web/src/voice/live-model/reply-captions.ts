interface Caption {
  readonly text: string
  readonly atMs: number
}

/**
 * The words of a reply, shown when they are spoken: the model delivers them, as the audio, faster than real time.
 */
export class ReplyCaptions {
  #waiting: readonly Caption[] = []
  readonly #show: (text: string) => void

  /** @param show called with the words that are being spoken now, in order */
  constructor(show: (text: string) => void) {
    this.#show = show
  }

  add(text: string, atMs: number): void {
    this.#waiting = [...this.#waiting, { text, atMs }]
  }

  /** Shows the words up to that position of the reply's audio. */
  playedTo(positionMs: number): void {
    const next = this.#waiting.findIndex(({ atMs }) => atMs > positionMs)
    const due = next === -1 ? this.#waiting : this.#waiting.slice(0, next)
    if (due.length === 0) return
    this.#waiting = this.#waiting.slice(due.length)
    this.#show(due.map(({ text }) => text).join(''))
  }
}

/** Limits the rate of a use: tokens come back continuously, up to a burst. */
export class TokenBucket {
  readonly #perSecond: number
  readonly #burst: number
  readonly #elapsed: () => number
  #level: number
  #filledAt: number

  /** @param elapsed returns milliseconds since a fixed moment, from a monotonic clock */
  constructor(perSecond: number, burst: number, elapsed: () => number) {
    this.#perSecond = perSecond
    this.#burst = burst
    this.#elapsed = elapsed
    this.#level = burst
    this.#filledAt = elapsed()
  }

  /** Takes tokens and returns 0. If there are too few, takes none and returns the seconds until there are enough. */
  take(tokens: number): number {
    const now = this.#elapsed()
    this.#level = Math.min(this.#burst, this.#level + ((now - this.#filledAt) / 1_000) * this.#perSecond)
    this.#filledAt = now
    if (tokens > this.#level) return (tokens - this.#level) / this.#perSecond
    this.#level -= tokens
    return 0
  }
}

/** A queue that is read once and in order, while it is filled. */
export class AsyncQueue<T> {
  readonly #items: T[] = []
  #end: 'open' | 'whole' | 'broken' = 'open'
  #changed = Promise.withResolvers<void>()

  push(item: T): void {
    if (this.#end !== 'open') return
    this.#items.push(item)
    this.#wake()
  }

  /** Ends the queue. Without all items, reading it fails after the last one. */
  end(isWhole: boolean): void {
    if (this.#end !== 'open') return
    this.#end = isWhole ? 'whole' : 'broken'
    this.#wake()
  }

  /** Yields the items; throws `brokenError()` after the last one if some are missing. */
  async *read(brokenError: () => Error): AsyncGenerator<T, void, undefined> {
    for (;;) {
      if (this.#items.length > 0) yield this.#items.shift() as T
      else if (this.#end === 'open') await this.#changed.promise
      else break
    }
    if (this.#end === 'broken') throw brokenError()
  }

  #wake(): void {
    this.#changed.resolve()
    this.#changed = Promise.withResolvers()
  }
}

/** Passes events from callbacks to one iterating reader. */
export class EventQueue<Event> implements AsyncIterable<Event> {
  readonly #events: Event[] = []
  #end: { readonly failure?: Error } | undefined
  #wake = Promise.withResolvers<void>()

  push(event: Event): void {
    if (this.#end) return
    this.#events.push(event)
    this.#wake.resolve()
  }

  /** Ends the iteration after the events so far, with a failure if there is one. No-op after the first call. */
  end(failure?: Error): void {
    this.#end ??= failure ? { failure } : {}
    this.#wake.resolve()
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<Event, void, undefined> {
    for (;;) {
      const event = this.#events.shift()
      if (event !== undefined) {
        yield event
        continue
      }
      if (this.#end?.failure) throw this.#end.failure
      if (this.#end) return
      await this.#wake.promise
      this.#wake = Promise.withResolvers()
    }
  }
}

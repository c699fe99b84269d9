/** Lets work under one key begin only when the work before it has ended; under different keys it goes on side by side. */
export class KeyedMutex {
  readonly #last = new Map<string, Promise<void>>()

  async take<R>(key: string, work: () => Promise<R>): Promise<R> {
    const before = this.#last.get(key)
    const { promise: ended, resolve: end } = Promise.withResolvers<void>()
    this.#last.set(key, ended)
    await before
    try {
      return await work()
    } finally {
      if (this.#last.get(key) === ended) this.#last.delete(key)
      end()
    }
  }
}

/** Runs tasks under one key sequentially; tasks under different keys run concurrently. */
export class KeyedMutex {
  readonly #last = new Map<string, Promise<void>>()

  async runExclusive<R>(key: string, work: () => Promise<R>): Promise<R> {
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

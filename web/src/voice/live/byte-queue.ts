/** A queue of bytes, read once and in order. */
export class ByteQueue {
  readonly #chunks: Uint8Array[] = []
  #end: 'open' | 'whole' | 'broken' = 'open'
  #changed = Promise.withResolvers<void>()

  get isWhole(): boolean {
    return this.#end === 'whole'
  }

  push(bytes: Uint8Array): void {
    if (this.#end !== 'open') return
    this.#chunks.push(bytes)
    this.#tell()
  }

  end(isWhole: boolean): void {
    if (this.#end !== 'open') return
    this.#end = isWhole ? 'whole' : 'broken'
    this.#tell()
  }

  async *read(): AsyncGenerator<Uint8Array, void, undefined> {
    for (;;) {
      const chunk = this.#chunks.shift()
      if (chunk) yield chunk
      else if (this.#end === 'open') await this.#changed.promise
      else return
    }
  }

  #tell(): void {
    this.#changed.resolve()
    this.#changed = Promise.withResolvers()
  }
}

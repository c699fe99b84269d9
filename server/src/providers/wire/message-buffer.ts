/** Joins small pieces of audio to messages of at least a size. */
export class MessageBuffer {
  readonly #minBytes: number
  #pieces: Uint8Array[] = []
  #bytes = 0

  constructor(minBytes: number) {
    this.#minBytes = minBytes
  }

  /** Returns a message if there is enough audio for one. */
  add(piece: Uint8Array): Uint8Array | undefined {
    this.#pieces.push(piece)
    this.#bytes += piece.length
    return this.#bytes >= this.#minBytes ? this.takeRest() : undefined
  }

  /** Returns the audio that has not been returned; undefined if there is none. */
  takeRest(): Uint8Array | undefined {
    const rest = this.#bytes > 0 ? Buffer.concat(this.#pieces) : undefined
    this.#pieces = []
    this.#bytes = 0
    return rest
  }
}

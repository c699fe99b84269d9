/** Counts bytes in memory, like `countBody` and `releaseBody` of a request. */
export interface ByteCounter {
  /** Throws if the limit is exceeded. */
  countBody(bytes: number): void
  releaseBody(bytes: number): void
}

/** Bytes of the longest frame header that a client sends. */
const HEADER_BYTES = 14

/**
 * Counts the bytes in memory for one socket: incomplete messages, and complete ones that are waiting. Control
 * frames do not count. Bytes that follow a message in the same chunk are counted from the next chunk on: at
 * most 64 kB.
 */
export class ReceivedBytes {
  readonly #counter: ByteCounter
  readonly #elapsed: () => number
  #held = 0
  #unfinished = 0
  /** start of the incomplete message, on the monotonic clock, in ms */
  #begunAt: number | undefined

  constructor(counter: ByteCounter, elapsed: () => number = () => performance.now()) {
    this.#counter = counter
    this.#elapsed = elapsed
  }

  /** Counts a chunk before its messages are read. Throws if the limit is exceeded. */
  countChunk(bytes: number): void {
    this.#counter.countBody(bytes)
    this.#held += bytes
    this.#unfinished += bytes
    this.#begunAt ??= this.#elapsed()
  }

  /** Called for a control frame with a payload of so many bytes. */
  skipControl(payloadBytes: number): void {
    this.#unfinished = Math.max(0, this.#unfinished - payloadBytes - HEADER_BYTES)
    if (this.#unfinished === 0) this.#begunAt = undefined
  }

  /** Called when a message is complete. It counts until `settle`. */
  endMessage(): void {
    this.#unfinished = 0
    this.#begunAt = undefined
  }

  /** Called when all messages were handled. */
  settle(): void {
    this.#release(this.#held - this.#unfinished)
  }

  /** Called when the socket is closed. */
  forget(): void {
    this.#unfinished = 0
    this.#release(this.#held)
  }

  /** Returns for how long a message has not ended, in ms. */
  unfinishedFor(): number {
    return this.#begunAt === undefined ? 0 : this.#elapsed() - this.#begunAt
  }

  #release(bytes: number): void {
    this.#held -= bytes
    this.#counter.releaseBody(bytes)
  }
}

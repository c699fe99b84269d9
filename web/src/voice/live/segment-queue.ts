import { ByteQueue } from './byte-queue.ts'
import type { PieceSound } from './ports.ts'

interface Waiter {
  readonly piece: number
  readonly text: string
  readonly resolve: (sound: PieceSound | undefined) => void
}

/**
 * The pieces of a reply's voice received over the socket. Client and server split a reply alike, so the n-th
 * requested piece is the n-th received; if the texts differ, the queue ends.
 */
export class SegmentQueue {
  readonly #came = new Map<number, { readonly text: string; readonly queue: ByteQueue }>()
  #waiters: Waiter[] = []
  #requested = 0
  #isOver = false
  #last: ByteQueue | undefined

  /**
   * Returns the audio of the next piece when it arrives; undefined if it does not. `want` is called with its
   * number.
   */
  next(text: string, want: (piece: number) => void): Promise<PieceSound | undefined> {
    const piece = this.#requested
    this.#requested += 1
    if (this.#isOver && !this.#came.has(piece)) return Promise.resolve(undefined)
    want(piece)
    return new Promise((resolve) => {
      this.#waiters.push({ piece, text, resolve })
      this.#serve()
    })
  }

  started(piece: number, text: string): void {
    this.#last = new ByteQueue()
    this.#came.set(piece, { text, queue: this.#last })
    this.#serve()
  }

  sounded(bytes: Uint8Array): void {
    this.#last?.push(bytes)
  }

  ended(): void {
    this.#last?.end(true)
  }

  /** Ends the queue. */
  end(): void {
    this.#isOver = true
    this.#last?.end(false)
    this.#serve()
  }

  #serve(): void {
    this.#waiters = this.#waiters.filter((waiter) => !this.#isServed(waiter))
  }

  #isServed({ piece, text, resolve }: Waiter): boolean {
    const came = this.#came.get(piece)
    if (!came && !this.#isOver) return false
    if (came && came.text !== text) this.#isOver = true
    const isIt = came?.text === text
    resolve(isIt ? { bytes: came.queue.read(), isWhole: () => came.queue.isWhole } : undefined)
    return true
  }
}

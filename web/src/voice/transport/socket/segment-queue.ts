import { AsyncQueue } from '../../async-queue.ts'
import type { WordTime } from '@vee/contract/http/speech'
import type { OnWords } from '../../speak/voices/speech-api.ts'
import { TransportError } from '../turn-transport.ts'

interface Waiter {
  readonly piece: number
  readonly text: string
  readonly onWords: OnWords | undefined
  readonly resolve: (sound: AsyncIterable<Uint8Array>) => void
  readonly reject: (error: TransportError) => void
}

interface Came {
  readonly text: string
  readonly queue: AsyncQueue<Uint8Array>
  /** words that arrived before the piece was requested, and who receives later ones */
  words: readonly WordTime[]
  onWords: OnWords | undefined
}

/**
 * The pieces of a reply's voice received over the socket. Client and server split a reply alike, so the n-th
 * requested piece is the n-th received; if the texts differ, the queue ends.
 */
export class SegmentQueue {
  readonly #came = new Map<number, Came>()
  #waiters: Waiter[] = []
  #requested = 0
  #isOver = false
  #last: AsyncQueue<Uint8Array> | undefined

  /**
   * Returns the audio of the next piece when it arrives; rejects with a TransportError if it does not. `want` is
   * called with its number.
   */
  next(text: string, want: (piece: number) => void, onWords?: OnWords): Promise<AsyncIterable<Uint8Array>> {
    const piece = this.#requested
    this.#requested += 1
    if (this.#isOver && !this.#came.has(piece)) return Promise.reject(new TransportError())
    want(piece)
    return new Promise((resolve, reject) => {
      this.#waiters.push({ piece, text, onWords, resolve, reject })
      this.#serveWaiters()
    })
  }

  started(piece: number, text: string): void {
    this.#last = new AsyncQueue()
    this.#came.set(piece, { text, queue: this.#last, words: [], onWords: undefined })
    this.#serveWaiters()
  }

  sounded(bytes: Uint8Array): void {
    this.#last?.push(bytes)
  }

  /** Called with words of a piece that has started. */
  addWordTimes(piece: number, words: readonly WordTime[]): void {
    const came = this.#came.get(piece)
    if (came?.onWords) came.onWords(words)
    else if (came) came.words = [...came.words, ...words]
  }

  ended(): void {
    this.#last?.end(true)
  }

  /** Ends the queue. */
  end(): void {
    this.#isOver = true
    this.#last?.end(false)
    this.#serveWaiters()
  }

  #serveWaiters(): void {
    this.#waiters = this.#waiters.filter((waiter) => !this.#isServed(waiter))
  }

  #isServed({ piece, text, onWords, resolve, reject }: Waiter): boolean {
    const came = this.#came.get(piece)
    if (!came && !this.#isOver) return false
    if (came && came.text !== text) this.#isOver = true
    if (came?.text === text) {
      came.onWords = onWords
      onWords?.(came.words)
      resolve(came.queue.read(() => new TransportError()))
    } else reject(new TransportError())
    return true
  }
}

import { AsyncQueue } from '../../async-queue.ts'
import type { WordTime } from '@vee/contract/http/speech'
import type { OnWords } from '../../speak/voices/speech-api.ts'
import { TransportError } from '../turn-transport.ts'

interface Waiter {
  readonly segment: number
  readonly text: string
  readonly onWords: OnWords | undefined
  readonly resolve: (sound: AsyncIterable<Uint8Array>) => void
  readonly reject: (error: TransportError) => void
}

interface ReceivedSegment {
  readonly text: string
  readonly queue: AsyncQueue<Uint8Array>
  /** words that arrived before the segment was requested, and who receives later ones */
  words: readonly WordTime[]
  onWords: OnWords | undefined
}

/**
 * The segments of a reply's voice received over the socket. Client and server split a reply alike, so the n-th
 * requested segment is the n-th received; if the texts differ, the queue ends.
 */
export class SegmentQueue {
  readonly #received = new Map<number, ReceivedSegment>()
  #waiters: Waiter[] = []
  #requested = 0
  #isOver = false
  #last: AsyncQueue<Uint8Array> | undefined

  /**
   * Returns the audio of the next segment when it arrives; rejects with a TransportError if it does not. `want` is
   * called with its number.
   */
  next(text: string, want: (segment: number) => void, onWords?: OnWords): Promise<AsyncIterable<Uint8Array>> {
    const segment = this.#requested
    this.#requested += 1
    if (this.#isOver && !this.#received.has(segment)) return Promise.reject(new TransportError())
    want(segment)
    return new Promise((resolve, reject) => {
      this.#waiters.push({ segment, text, onWords, resolve, reject })
      this.#serveWaiters()
    })
  }

  started(segment: number, text: string): void {
    this.#last = new AsyncQueue()
    this.#received.set(segment, { text, queue: this.#last, words: [], onWords: undefined })
    this.#serveWaiters()
  }

  sounded(bytes: Uint8Array): void {
    this.#last?.push(bytes)
  }

  /** Called with words of a segment that has started. */
  addWordTimes(segment: number, words: readonly WordTime[]): void {
    const received = this.#received.get(segment)
    if (received?.onWords) received.onWords(words)
    else if (received) received.words = [...received.words, ...words]
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

  #isServed({ segment, text, onWords, resolve, reject }: Waiter): boolean {
    const received = this.#received.get(segment)
    if (!received && !this.#isOver) return false
    if (received && received.text !== text) this.#isOver = true
    if (received?.text === text) {
      received.onWords = onWords
      onWords?.(received.words)
      resolve(received.queue.read(() => new TransportError()))
    } else reject(new TransportError())
    return true
  }
}

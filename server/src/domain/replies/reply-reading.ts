import type { ReplyEvent } from '@vee/contract/stream/reply-event'
import type { EventList } from './event-list.ts'

/** An event with its place in the reply, from 1. */
export interface NumberedReplyEvent {
  readonly id: number
  readonly event: ReplyEvent
}

/**
 * One reader's way through a reply. What is there is taken at once, and `onMore` tells in the moment in which there is more: a
 * promise between a token and its reader costs as much as the rest of its way. Whoever has the time iterates.
 */
export class ReplyReading implements AsyncIterable<NumberedReplyEvent> {
  readonly #reply: { readonly isRunning: boolean }
  readonly #events: EventList
  readonly #at: (place: number) => ReplyEvent | undefined
  readonly #gone: AbortSignal
  readonly #after: number
  #place: number
  /** Ends the reading, which then counts for nothing; harmless when it has ended. */
  readonly leave: () => void
  #wake: (() => void) | undefined

  constructor(
    reply: { readonly isRunning: boolean },
    events: EventList,
    after: number,
    disconnectSignal: AbortSignal,
    leave: () => void,
  ) {
    this.#reply = reply
    this.#events = events
    this.#at = events.follow()
    this.#after = after
    this.#place = after
    this.#gone = disconnectSignal
    this.leave = leave
  }

  /** There will be no more: the reply has ended and all of it was taken, or its reader has gone. */
  get isOver(): boolean {
    if (this.#gone.aborted) return true
    return !this.#reply.isRunning && this.#place >= this.#events.length && !this.#unheardEnd
  }

  /** The next event; undefined while there is none, and after the last. */
  take(): NumberedReplyEvent | undefined {
    const event = this.#at(this.#place) ?? this.#unheardEnd
    return event && { id: ++this.#place, event }
  }

  /** From now on `wake` is called, and nobody else, whenever there may be something to take, or the end. */
  onMore(wake: () => void): void {
    this.#wake = wake
  }

  /** for the reply alone */
  wake(): void {
    this.#wake?.()
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<NumberedReplyEvent, void, undefined> {
    try {
      while (!this.isOver) {
        const next = this.take()
        if (next) yield next
        else await new Promise<void>((resolve) => this.onMore(resolve))
      }
    } finally {
      this.leave()
    }
  }

  /**
   * A crashed instance may have delivered events that it never persisted. The REPLY_INTERRUPTED event then has an index that
   * the reader already passed; it is delivered anyway so that the reader sees the end.
   */
  get #unheardEnd(): ReplyEvent | undefined {
    if (this.#reply.isRunning || this.#place !== this.#after || this.#after < this.#events.length)
      return undefined
    const { last } = this.#events
    return last?.type === 'error' && last.error === 'REPLY_INTERRUPTED' ? last : undefined
  }
}

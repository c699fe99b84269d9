import type { ReplyEvent } from '@vee/contract/stream/reply-event'
import type { EventList } from './event-list.ts'

/** An event with its position in the reply, from 1. */
export interface NumberedReplyEvent {
  readonly id: number
  readonly event: ReplyEvent
}

/**
 * One reader of a reply. Buffered events are returned synchronously, and `onMore` calls back as soon as there
 * are more: a promise between a token and its reader would cost as much as the rest of its path. Readers
 * without that need can iterate.
 */
export class ReplyReader implements AsyncIterable<NumberedReplyEvent> {
  readonly #reply: { readonly isRunning: boolean }
  readonly #events: EventList
  readonly #eventAt: (index: number) => ReplyEvent | undefined
  readonly #disconnectSignal: AbortSignal
  readonly #after: number
  #index: number
  /** Ends the reading. No-op after the end. */
  readonly close: () => void
  #wake: (() => void) | undefined

  constructor(
    reply: { readonly isRunning: boolean },
    events: EventList,
    after: number,
    disconnectSignal: AbortSignal,
    close: () => void,
  ) {
    this.#reply = reply
    this.#events = events
    this.#eventAt = events.follow()
    this.#after = after
    this.#index = after
    this.#disconnectSignal = disconnectSignal
    this.close = close
  }

  /** True if there are no more events: the reply ended and all events were taken, or the reader left. */
  get isOver(): boolean {
    if (this.#disconnectSignal.aborted) return true
    return !this.#reply.isRunning && this.#index >= this.#events.length && !this.#missedEnd
  }

  /** Returns the next event; undefined while there is none, and after the last. */
  takeEvent(): NumberedReplyEvent | undefined {
    const event = this.#eventAt(this.#index) ?? this.#missedEnd
    return event && { id: ++this.#index, event }
  }

  /** Sets the callback for new events and for the end; replaces an earlier one. */
  onMore(wake: () => void): void {
    this.#wake = wake
  }

  /** called by the reply only */
  wake(): void {
    this.#wake?.()
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<NumberedReplyEvent, void, undefined> {
    try {
      while (!this.isOver) {
        const next = this.takeEvent()
        if (next) yield next
        else await new Promise<void>((resolve) => this.onMore(resolve))
      }
    } finally {
      this.close()
    }
  }

  /**
   * A crashed instance may have delivered events that it never persisted. The REPLY_INTERRUPTED event then has an index that
   * the reader already passed; it is delivered anyway so that the reader sees the end.
   */
  get #missedEnd(): ReplyEvent | undefined {
    if (this.#reply.isRunning || this.#index !== this.#after || this.#after < this.#events.length)
      return undefined
    const { last } = this.#events
    return last?.type === 'error' && last.error === 'REPLY_INTERRUPTED' ? last : undefined
  }
}

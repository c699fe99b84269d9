import { inBackground } from '#lib/background.ts'
/** An event with the number of its `id:` line. */
export interface NumberedEvent<E extends object = object> {
  readonly id: number
  readonly event: E
}

/**
 * Events that can be read synchronously: a promise per event would cost as much as the rest of its path, and
 * every token takes this path.
 */
export interface EventCursor {
  /**
   * Returns the next event; undefined if there is none yet, and after the last. Throws the error that ended
   * them.
   */
  takeEvent(): NumberedEvent | undefined
  /** True after the last event. */
  readonly isOver: boolean
  /** Registers `wake`, which is called whenever there may be an event, or the end. */
  onMore(wake: () => void): void
  /** Stops reading. */
  close(): void
}

/** Reads one event ahead of its reader, never more. */
export function cursorOf(events: AsyncIterable<NumberedEvent>): EventCursor {
  const iterator = events[Symbol.asyncIterator]()
  let next: { readonly event: NumberedEvent } | { readonly failure: unknown } | undefined
  let isOver = false
  let wake: (() => void) | undefined
  const pull = () =>
    inBackground(
      'event read',
      iterator
        .next()
        .then(
          ({ done, value }) => {
            if (done === true) isOver = true
            else next = { event: value }
          },
          (failure: unknown) => {
            next = { failure }
          },
        )
        .then(() => wake?.()),
    )
  pull()
  return {
    takeEvent() {
      if (!next) return undefined
      if ('failure' in next) throw next.failure
      const { event } = next
      next = undefined
      pull()
      return event
    },
    get isOver() {
      return isOver
    },
    onMore(listener) {
      wake = listener
    },
    // Errors of the cleanup have no receiver.
    close: () => void iterator.return?.().catch(() => undefined),
  }
}

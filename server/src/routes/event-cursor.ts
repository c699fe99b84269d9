import { inBackground } from '../background.ts'
/** An event with the number that its `id:` line carries. */
export interface NumberedEvent<E extends object = object> {
  readonly id: number
  readonly event: E
}

/**
 * Events that are taken without waiting: a promise between each one and its reader costs as much as the rest of its way, and
 * this is the path of every token.
 */
export interface EventCursor {
  /** The next event; undefined while there is none, and after the last. Throws what ended them. */
  take(): NumberedEvent | undefined
  /** There will be no more. */
  readonly isOver: boolean
  /** From now on `wake` is called whenever there may be something to take, or the end. */
  onMore(wake: () => void): void
  /** Nobody takes any more. */
  leave(): void
}

/** Takes one event ahead of its reader, never more. */
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
    take() {
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
    // Nobody is left to hear that it could not even be ended.
    leave: () => void iterator.return?.().catch(() => undefined),
  }
}

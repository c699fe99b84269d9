import type { EventCursor, NumberedEvent } from './route.ts'

/** Takes one event ahead of its reader, never more. */
export function cursorOf(events: AsyncIterable<NumberedEvent>): EventCursor {
  const iterator = events[Symbol.asyncIterator]()
  let next: { readonly event: NumberedEvent } | { readonly failure: unknown } | undefined
  let isOver = false
  let wake: (() => void) | undefined
  const pull = () =>
    void iterator
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
      .then(() => wake?.())
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
    leave: () => void iterator.return?.(),
  }
}

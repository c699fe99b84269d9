/**
 * Converts emitted events to an iterable that is read at the reader's own pace. It starts with the first
 * read; leaving it aborts `cut`, and waits for the end.
 */
export async function* pulled<Event>(
  run: (emit: (event: Event) => void, abortSignal: AbortSignal) => Promise<void>,
): AsyncGenerator<Event, void, undefined> {
  const told: Event[] = []
  const leaving = new AbortController()
  let news = Promise.withResolvers<void>()
  const running = run((event) => {
    told.push(event)
    news.resolve()
  }, leaving.signal)
  let isOver = false
  const over = running.finally(() => {
    isOver = true
    news.resolve()
  })
  over.catch(() => {})
  try {
    for (;;) {
      const event = told.shift()
      if (event !== undefined) yield event
      else if (isOver) return await running
      else {
        await news.promise
        news = Promise.withResolvers()
      }
    }
  } finally {
    leaving.abort()
    await running.catch(() => {})
  }
}

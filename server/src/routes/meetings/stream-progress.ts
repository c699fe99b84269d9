import type { ErrorCode } from '@vee/contract/errors'
import { isRetryable, presentError } from '#domain/present-error.ts'
import type { NumberedEvent } from '../event-cursor.ts'

interface Failed {
  readonly type: 'error'
  readonly error: ErrorCode
  readonly message: string
  readonly retryable: boolean
}

/** Yields the progress of a task as numbered events; an error is the last of them. */
export async function* streamProgress<E extends object>(
  work: AsyncIterable<E>,
): AsyncGenerator<NumberedEvent<E | Failed>> {
  let id = 0
  try {
    for await (const event of work) yield { id: ++id, event }
  } catch (error) {
    const { code, message } = presentError(error)
    yield { id: ++id, event: { type: 'error', error: code, message, retryable: isRetryable(code) } }
  }
}

/**
 * Starts the task and waits for its first event, so that an earlier error becomes a plain response, streamed
 * or not.
 */
export async function begun<E>(
  work: AsyncGenerator<E, void, undefined>,
): Promise<AsyncGenerator<E, void, undefined>> {
  const first = await work.next()
  return (async function* resumed() {
    if (first.done) return
    yield first.value
    yield* work
  })()
}

import type { Counters } from '#domain/money/rate-limits/counters.ts'

interface FailingOverOptions {
  readonly first: Counters
  readonly second: Counters
  /** whether the first counter is available at the start */
  readonly isFirst: boolean
  /** called once when the first counter fails, and once when it recovers */
  readonly onChange: (isFirst: boolean) => void
}

/**
 * Counts with the first counter, and with the second one while the first is unavailable, so that requests
 * never wait and are always counted.
 */
export function failingOver({ first, second, onChange, ...beginning }: FailingOverOptions): Counters {
  let { isFirst } = beginning

  function noteState(isUp: boolean): void {
    if (isUp !== isFirst) onChange(isUp)
    isFirst = isUp
  }

  async function withFallback<R>(work: (counters: Counters) => Promise<R>): Promise<R> {
    try {
      const result = await work(first)
      noteState(true)
      return result
    } catch {
      noteState(false)
      return work(second)
    }
  }

  return {
    count: (use) => withFallback((counters) => counters.count(use)),
    uncount: (key, now) => withFallback((counters) => counters.uncount(key, now)),
    read: (key, now) => withFallback((counters) => counters.read(key, now)),
  }
}

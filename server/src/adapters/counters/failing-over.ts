import type { Counters } from '#domain/counters.ts'

interface FailingOverOptions {
  readonly first: Counters
  readonly second: Counters
  /** whether the first answers to begin with */
  readonly isFirst: boolean
  /** told once when the first does not answer, and once when it does again */
  readonly onChange: (isFirst: boolean) => void
}

/** Counts in the first place, and in the second while that does not answer: nobody waits for a counter, and none stops counting. */
export function failingOver({ first, second, onChange, ...beginning }: FailingOverOptions): Counters {
  let { isFirst } = beginning

  function note(isUp: boolean): void {
    if (isUp !== isFirst) onChange(isUp)
    isFirst = isUp
  }

  async function ask<R>(question: (counters: Counters) => Promise<R>): Promise<R> {
    try {
      const answer = await question(first)
      note(true)
      return answer
    } catch {
      note(false)
      return question(second)
    }
  }

  return {
    count: (use) => ask((counters) => counters.count(use)),
    takeBack: (key, now) => ask((counters) => counters.takeBack(key, now)),
    read: (key, now) => ask((counters) => counters.read(key, now)),
  }
}

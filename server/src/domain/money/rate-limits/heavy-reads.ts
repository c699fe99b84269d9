import { MINUTE_MS } from '@vee/contract/time/durations'
import type { Counters } from './counters.ts'
import { Limiter } from './limiter.ts'

/** Reads and writes of everything that an account stores, per minute. */
const MAX_PER_MINUTE = {
  search: 100,
  'conversation export': 60,
  'account export': 10,
  'account archive': 10,
  'archive restoration': 20,
} as const

/** Counts a read or a write that takes the work of an account's whole content. Throws RATE_LIMITED. */
export async function countHeavyRead(
  counters: Counters,
  kind: keyof typeof MAX_PER_MINUTE,
  userId: string,
  now: () => number,
): Promise<void> {
  const limit = MAX_PER_MINUTE[kind]
  const message = `At most ${limit} a minute. Try again shortly.`
  await new Limiter(counters, now).use({ key: `${kind} ${userId}`, limit, window: MINUTE_MS, message })
}

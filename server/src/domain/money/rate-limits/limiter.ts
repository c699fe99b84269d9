import { nextMidnight } from '@vee/contract/time/durations'
import { CLOCK_DIFFERENCE_MS } from '#db/queries/rate-limit-counters.ts'
import type { Counters } from './counters.ts'
import { type RateLimit, DomainError } from '../../errors/domain-error.ts'

/** A limit on the uses under a key in a window of time. */
interface UncheckedLimit {
  readonly key: string
  /** maximum number of uses per window */
  readonly limit: number
  /** length from the first use, in ms; or from 00:00 to 24:00 UTC */
  readonly window: number | 'utc-day'
}

/** A limit with the message of its error. */
export interface UseLimit extends UncheckedLimit {
  readonly message: string
}

/** Counts uses, outside of the process, so that limits survive restarts and are shared by all servers. */
export class Limiter {
  readonly #counters: Counters
  readonly #now: () => number

  /** @param now returns milliseconds since 1970 */
  constructor(counters: Counters, now: () => number) {
    this.#counters = counters
    this.#now = now
  }

  /** Counts one use, and returns the state after it. Throws RATE_LIMITED, and counts nothing, at the limit. */
  async use(useLimit: UseLimit): Promise<RateLimit> {
    const state = await this.tryUse(useLimit)
    if (state) return state
    const { resetSeconds } = await this.stateOf(useLimit)
    throw usedUp(useLimit, resetSeconds)
  }

  /** Counts one use, and returns the state after it; undefined, and counts nothing, at the limit. */
  async tryUse(useLimit: UncheckedLimit): Promise<RateLimit | undefined> {
    const { key, limit } = useLimit
    const now = this.#now()
    const count = await this.#counters.count({ key, limit, now, resetsAt: endOf(useLimit, now) })
    return (
      count && {
        limit,
        remaining: Math.max(0, limit - count.used),
        resetSeconds: secondsTo(count.resetsAt, now),
      }
    )
  }

  /** Throws RATE_LIMITED at the limit, without counting: uses that are in flight may exceed it. */
  async assertLeft(useLimit: UseLimit): Promise<void> {
    const { remaining, resetSeconds } = await this.stateOf(useLimit)
    if (remaining === 0) throw usedUp(useLimit, resetSeconds)
  }

  /**
   * Runs a check, and counts a use of each limit if it returns undefined. Throws RATE_LIMITED, without a check, at one of
   * the limits.
   */
  async countFailures<R>(
    limits: readonly UseLimit[],
    check: () => Promise<R | undefined>,
  ): Promise<R | undefined> {
    for (const limit of limits) await this.assertLeft(limit)
    const result = await check()
    if (result === undefined) for (const limit of limits) await this.tryUse(limit)
    return result
  }

  /** Returns the state of a limit without counting. */
  async stateOf(useLimit: UncheckedLimit): Promise<RateLimit> {
    const { key, limit } = useLimit
    const now = this.#now()
    const resetsAt = endOf(useLimit, now)
    const counted = await this.#counters.read(key, now)
    // A later end is from a clock that was ahead: the next use opens a new window.
    const count = counted && counted.resetsAt <= resetsAt + CLOCK_DIFFERENCE_MS ? counted : undefined
    return {
      limit,
      remaining: Math.max(0, limit - (count?.used ?? 0)),
      resetSeconds: secondsTo(count?.resetsAt ?? resetsAt, now),
    }
  }

  /** Reverts the count of a use that did not take place. */
  async revert({ key }: UseLimit): Promise<void> {
    await this.#counters.uncount(key, this.#now())
  }
}

const endOf = ({ window }: UncheckedLimit, now: number) =>
  window === 'utc-day' ? nextMidnight(now) : now + window

const secondsTo = (time: number, now: number) => Math.ceil((time - now) / 1_000)

const usedUp = ({ limit, message }: UseLimit, resetSeconds: number) =>
  new DomainError('RATE_LIMITED', message, {
    retryAfterSeconds: resetSeconds,
    rateLimit: { limit, remaining: 0, resetSeconds },
  })

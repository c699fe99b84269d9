import type { Counters } from '../counters.ts'
import { networkOf } from '../network.ts'
import { type RateLimit, DomainError } from '../domain-error.ts'
import { KeyedMutex } from './keyed-mutex.ts'

const WINDOW_MS = 15 * 60_000

/** Something that is guarded against guessing, with the wrong tries that it takes in 15 minutes. */
interface Guarded {
  readonly key: string
  readonly max: number
}

export interface LimitedAttempt<R> {
  readonly ip: string
  readonly guarded: readonly Guarded[]
  /** undefined when the guess was wrong */
  readonly check: () => Promise<R | undefined>
}

/**
 * Keeps the guessing of secrets slow. Wrong tries are counted; right ones cost nothing. The tries of one
 * address are checked one after another, so many at once see each other's counts; those of several addresses against
 * one account may overshoot by the tries that are under way.
 */
export class AttemptLimiter {
  readonly #counters: Counters
  readonly #now: () => number
  readonly #turns = new KeyedMutex()

  constructor(counters: Counters, now: () => number) {
    this.#counters = counters
    this.#now = now
  }

  /** What the check gives. Refuses with RATE_LIMITED, or with INVALID_CREDENTIALS when the guess is wrong. */
  take<R>({ ip, guarded, check }: LimitedAttempt<R>): Promise<R> {
    return this.#turns.take(networkOf(ip), async () => {
      for (const { key, max } of guarded) await this.#refuseSpent(key, max)
      const result = await check()
      if (result !== undefined) return result
      for (const { key, max } of guarded) await this.#count(key, max)
      throw new DomainError('INVALID_CREDENTIALS', 'Invalid credentials')
    })
  }

  /** The state of a limit on wrong tries, which right ones do not change. */
  async rateLimitOf({ key, max }: Guarded): Promise<RateLimit> {
    const now = this.#now()
    const count = await this.#counters.read(key, now)
    const resetSeconds = Math.ceil(((count?.resetsAt ?? now + WINDOW_MS) - now) / 1_000)
    return { limit: max, remaining: Math.max(0, max - (count?.used ?? 0)), resetSeconds }
  }

  async #refuseSpent(key: string, max: number): Promise<void> {
    const count = await this.#counters.read(key, this.#now())
    if (count === undefined || count.used < max) return
    const resetSeconds = Math.ceil((count.resetsAt - this.#now()) / 1_000)
    throw new DomainError('RATE_LIMITED', 'Too many wrong tries to sign in; try again later.', {
      retryAfterSeconds: resetSeconds,
      rateLimit: { limit: max, remaining: 0, resetSeconds },
    })
  }

  async #count(key: string, limit: number): Promise<void> {
    const now = this.#now()
    await this.#counters.count({ key, limit, now, resetsAt: now + WINDOW_MS })
  }
}

import type { Counters } from '../money/quotas/counters.ts'
import { networkOf } from '#lib/network.ts'
import { type RateLimit, DomainError } from '../errors/domain-error.ts'
import { KeyedMutex } from '#lib/keyed-mutex.ts'

const WINDOW_MS = 15 * 60_000

/** A secret that is protected against guessing, with the number of failed attempts allowed in 15 minutes. */
interface LimitedKey {
  readonly key: string
  readonly max: number
}

export interface LimitedAttempt<R> {
  readonly ip: string
  readonly limitedKeys: readonly LimitedKey[]
  /** undefined for a wrong guess */
  readonly check: () => Promise<R | undefined>
}

/**
 * Limits the guessing of secrets. Only failed attempts are counted. Attempts of one address are checked
 * sequentially, so concurrent ones see each other's counts; attempts of several addresses on one account may
 * exceed the limit by those in flight.
 */
export class AttemptLimiter {
  readonly #counters: Counters
  readonly #now: () => number
  readonly #turns = new KeyedMutex()

  constructor(counters: Counters, now: () => number) {
    this.#counters = counters
    this.#now = now
  }

  /** Returns the result of the check. Throws RATE_LIMITED, or INVALID_CREDENTIALS for a wrong guess. */
  checkAttempt<R>({ ip, limitedKeys, check }: LimitedAttempt<R>): Promise<R> {
    return this.#turns.runExclusive(networkOf(ip), async () => {
      for (const { key, max } of limitedKeys) await this.#assertNotSpent(key, max)
      const result = await check()
      if (result !== undefined) return result
      for (const { key, max } of limitedKeys) await this.#count(key, max)
      throw new DomainError('INVALID_CREDENTIALS', 'Invalid credentials')
    })
  }

  /** Returns the state of a limit on failed attempts; successful ones do not change it. */
  async rateLimitOf({ key, max }: LimitedKey): Promise<RateLimit> {
    const now = this.#now()
    const count = await this.#counters.read(key, now)
    const resetSeconds = Math.ceil(((count?.resetsAt ?? now + WINDOW_MS) - now) / 1_000)
    return { limit: max, remaining: Math.max(0, max - (count?.used ?? 0)), resetSeconds }
  }

  async #assertNotSpent(key: string, max: number): Promise<void> {
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

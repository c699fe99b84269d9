import { networkOf } from '#lib/network.ts'
import { DomainError } from '../errors/domain-error.ts'
import { KeyedMutex } from '#lib/keyed-mutex.ts'
import type { Limiter, UseLimit } from '../money/rate-limits/limiter.ts'

/** Returns a limit on wrong guesses of a secret in 15 minutes. */
export const wrongGuesses = (key: string, limit: number): UseLimit => ({
  key,
  limit,
  window: 15 * 60_000,
  message: 'Too many wrong tries to sign in; try again later.',
})

export interface LimitedAttempt<R> {
  readonly ip: string
  readonly limits: readonly UseLimit[]
  /** undefined for a wrong guess */
  readonly check: () => Promise<R | undefined>
}

/**
 * Limits the guessing of secrets. Only failed attempts are counted. Attempts of one address are checked
 * sequentially, so concurrent ones see each other's counts; attempts of several addresses on one account may
 * exceed the limit by those in flight.
 */
export class AttemptLimiter {
  readonly #limiter: Limiter
  readonly #turns = new KeyedMutex()

  constructor(limiter: Limiter) {
    this.#limiter = limiter
  }

  /** Returns the result of the check. Throws RATE_LIMITED, or INVALID_CREDENTIALS for a wrong guess. */
  checkAttempt<R>({ ip, limits, check }: LimitedAttempt<R>): Promise<R> {
    return this.#turns.runExclusive(networkOf(ip), async () => {
      const result = await this.#limiter.countFailures(limits, check)
      if (result !== undefined) return result
      throw new DomainError('INVALID_CREDENTIALS', 'Invalid credentials')
    })
  }
}

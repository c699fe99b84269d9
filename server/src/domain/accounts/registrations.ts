import { HOUR_MS } from '@vee/contract/time/durations'
import { networkOf } from '#lib/network.ts'
import { type RateLimit, DomainError } from '../errors/domain-error.ts'
import type { Limiter, UseLimit } from '../money/rate-limits/limiter.ts'

/** Limits mass registration. Counts created accounts, and attempts with taken addresses. */
export class Registrations {
  readonly #limiter: Limiter

  constructor(limiter: Limiter) {
    this.#limiter = limiter
  }

  /** Throws RATE_LIMITED if the address has used its quota; registrations in flight may exceed it. */
  async assertRegistrationAllowed(ip: string): Promise<void> {
    await this.#limiter.assertLeft(madeBy(ip))
    await this.#limiter.assertLeft(takenBy(ip))
  }

  async count(ip: string): Promise<void> {
    await this.#limiter.tryUse(madeBy(ip))
  }

  /** Counts an address that already has an account. Throws EMAIL_TAKEN. */
  async rejectTaken(ip: string): Promise<never> {
    await this.#limiter.tryUse(takenBy(ip))
    throw new DomainError('EMAIL_TAKEN', 'An account with this email address already exists.')
  }

  rateLimitOf(ip: string): Promise<RateLimit> {
    return this.#limiter.stateOf(madeBy(ip))
  }
}

/** Allows a company or class with a shared address, but not mass registration for fresh allowances. */
const madeBy = (ip: string): UseLimit => ({
  key: `registrations ${networkOf(ip)}`,
  limit: 200,
  window: HOUR_MS,
  message: 'Too many accounts were created from your address; try again later.',
})

/** Attempts with an address that already has an account, because the response reveals that. */
const takenBy = (ip: string): UseLimit => ({
  key: `taken addresses ${networkOf(ip)}`,
  limit: 20,
  window: HOUR_MS,
  message: 'Too many attempts with existing accounts from your address; try again later.',
})

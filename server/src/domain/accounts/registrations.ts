import { HOUR_MS } from '@vee/contract/time/durations'
import type { Counters } from '../money/quotas/counters.ts'
import { networkOf } from '#lib/network.ts'
import { type RateLimit, DomainError } from '../errors/domain-error.ts'

/** Allows a company or class with a shared address, but not mass registration for fresh allowances. */
const REGISTRATIONS_PER_HOUR = 200
/**
 * Attempts per hour and network with an address that already has an account, because the response reveals
 * that.
 */
const TAKEN_PER_HOUR = 20

/** Limits mass registration. Counts created accounts, and attempts with taken addresses. */
export class Registrations {
  readonly #counters: Counters
  readonly #now: () => number

  constructor(counters: Counters, now: () => number) {
    this.#counters = counters
    this.#now = now
  }

  /** Throws RATE_LIMITED if the address has used its quota; registrations in flight may exceed it. */
  async assertRegistrationAllowed(ip: string): Promise<void> {
    await this.#assertNotSpent(
      madeBy(ip),
      'Too many accounts were created from your address; try again later.',
    )
    await this.#assertNotSpent(
      takenBy(ip),
      'Too many attempts with existing accounts from your address; try again later.',
    )
  }

  async count(ip: string): Promise<void> {
    await this.#count(madeBy(ip))
  }

  /** Counts an address that already has an account. Throws EMAIL_TAKEN. */
  async rejectTaken(ip: string): Promise<never> {
    await this.#count(takenBy(ip))
    throw new DomainError('EMAIL_TAKEN', 'An account with this email address already exists.')
  }

  async rateLimitOf(ip: string): Promise<RateLimit> {
    const { key, limit } = madeBy(ip)
    const count = await this.#counters.read(key, this.#now())
    const resetSeconds = Math.ceil(((count?.resetsAt ?? this.#now() + HOUR_MS) - this.#now()) / 1_000)
    return { limit, remaining: Math.max(0, limit - (count?.used ?? 0)), resetSeconds }
  }

  async #assertNotSpent({ key, limit }: Share, message: string): Promise<void> {
    const count = await this.#counters.read(key, this.#now())
    if (count === undefined || count.used < limit) return
    const resetSeconds = Math.ceil((count.resetsAt - this.#now()) / 1_000)
    throw new DomainError('RATE_LIMITED', message, {
      retryAfterSeconds: resetSeconds,
      rateLimit: { limit, remaining: 0, resetSeconds },
    })
  }

  async #count(share: Share): Promise<void> {
    const now = this.#now()
    await this.#counters.count({ ...share, now, resetsAt: now + HOUR_MS })
  }
}

interface Share {
  readonly key: string
  readonly limit: number
}

const madeBy = (ip: string): Share => ({
  key: `registrations ${networkOf(ip)}`,
  limit: REGISTRATIONS_PER_HOUR,
})
const takenBy = (ip: string): Share => ({ key: `taken addresses ${networkOf(ip)}`, limit: TAKEN_PER_HOUR })

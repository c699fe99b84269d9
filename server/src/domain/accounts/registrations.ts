import type { Counters } from '../counters.ts'
import { networkOf } from '../network.ts'
import { Refusal } from '../refusal.ts'

const HOUR_MS = 3_600_000
/** A company or a class behind one address gets in; a flood that would take fresh allowances does not. */
const REGISTRATIONS_PER_HOUR = 200

/** Keeps addresses from making accounts by the thousand. Only accounts that were made are counted. */
export class Registrations {
  readonly #counters: Counters
  readonly #now: () => number

  constructor(counters: Counters, now: () => number) {
    this.#counters = counters
    this.#now = now
  }

  /** Refuses with RATE_LIMITED when the address has made its share; those that are just being made may pass it. */
  async refuseFlood(ip: string): Promise<void> {
    const count = await this.#counters.read(keyOf(ip), this.#now())
    if (count === undefined || count.used < REGISTRATIONS_PER_HOUR) return
    const resetSeconds = Math.ceil((count.resetsAt - this.#now()) / 1_000)
    throw new Refusal('RATE_LIMITED', 'Your address has made a lot of accounts; try again later.', {
      retryAfterSeconds: resetSeconds,
      rateLimit: { limit: REGISTRATIONS_PER_HOUR, remaining: 0, resetSeconds },
    })
  }

  async count(ip: string): Promise<void> {
    const now = this.#now()
    await this.#counters.count({
      key: keyOf(ip),
      limit: REGISTRATIONS_PER_HOUR,
      now,
      resetsAt: now + HOUR_MS,
    })
  }
}

const keyOf = (ip: string) => `registrations ${networkOf(ip)}`

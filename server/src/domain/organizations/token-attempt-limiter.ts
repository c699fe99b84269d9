import { findInviteByToken, type InviteRow } from '#db/queries/organizations.ts'
import type { Database } from '#db/schema.ts'
import type { Caller } from '../accounts/index.ts'
import type { Counters } from '../counters.ts'
import { networkOf } from '../network.ts'
import { DomainError } from '../domain-error.ts'
import { organizationNotFound } from './member-access.ts'

const WINDOW_MS = 15 * 60_000
/** Limit of unknown tokens in 15 minutes, per network address and per account. */
const UNKNOWN_TOKENS_MAX = 20

/**
 * Limits guessing of invite tokens, although 256 random bits cannot be guessed anyway. Valid tokens are not
 * counted.
 */
export class TokenAttemptLimiter {
  readonly #database: Database
  readonly #counters: Counters
  readonly #now: () => number

  constructor(database: Database, counters: Counters, now: () => number) {
    this.#database = database
    this.#counters = counters
    this.#now = now
  }

  /** Throws NOT_FOUND or RATE_LIMITED. */
  async find(token: string, caller: Caller): Promise<InviteRow> {
    const keys = [`unknown invites from ${networkOf(caller.ip)}`, `unknown invites of ${caller.id}`]
    for (const key of keys) await this.#assertNotSpent(key)
    const invite = /^[\w-]{1,100}$/.test(token) ? await findInviteByToken(this.#database, token) : undefined
    if (invite) return invite
    const now = this.#now()
    for (const key of keys) {
      await this.#counters.count({ key, limit: UNKNOWN_TOKENS_MAX, now, resetsAt: now + WINDOW_MS })
    }
    throw organizationNotFound('invite')
  }

  async #assertNotSpent(key: string): Promise<void> {
    const count = await this.#counters.read(key, this.#now())
    if (count === undefined || count.used < UNKNOWN_TOKENS_MAX) return
    const resetSeconds = Math.ceil((count.resetsAt - this.#now()) / 1_000)
    throw new DomainError('RATE_LIMITED', 'Too many links that are not valid; try again later.', {
      retryAfterSeconds: resetSeconds,
      rateLimit: { limit: UNKNOWN_TOKENS_MAX, remaining: 0, resetSeconds },
    })
  }
}

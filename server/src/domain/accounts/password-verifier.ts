import { DAY_MS } from '@vee/contract/time/durations'
import { createHash, randomUUID } from 'node:crypto'
import { isEmail } from '@vee/contract/entities/accounts/credentials'
import { findUserByEmail, type UserRow } from '#db/queries/accounts/users.ts'
import type { Database } from '#db/schema.ts'
import type { Counters } from '../money/rate-limits/counters.ts'
import { networkOf } from '#lib/network.ts'
import { type RateLimit, DomainError } from '../errors/domain-error.ts'
import { Limiter } from '../money/rate-limits/limiter.ts'
import { AttemptLimiter, wrongGuesses } from './attempt-limiter.ts'
import { invalid } from './invalid.ts'
import type { Passwords } from './ports.ts'

/**
 * Failed sign-in attempts allowed in 15 minutes: from one IP address on any accounts, and on one account from
 * any IP addresses.
 */
const MAX_WRONG_BY_ADDRESS = 10
const MAX_WRONG_BY_ACCOUNT = 20
/** How long a network with a successful sign-in has a separate count for that account, in ms. */
const KNOWN_NETWORK_MS = 90 * DAY_MS

interface PasswordVerifierDependencies {
  readonly database: Database
  readonly counters: Counters
  readonly passwords: Passwords
  /** milliseconds since 1970 */
  readonly now: () => number
}

/** Compares passwords with a rate limit on failed sign-in attempts (login attempts), against brute force. */
interface PasswordVerifier {
  /**
   * Returns the account for an address and password, in the same time if there is none. Throws
   * INVALID_CREDENTIALS or RATE_LIMITED.
   */
  readonly verifyPassword: (email: string, password: string, ip: string) => Promise<UserRow>
  /** Throws VALIDATION at `path` for a wrong password of that account, or RATE_LIMITED. */
  readonly confirm: (user: UserRow, password: string | undefined, path: string, ip: string) => Promise<void>
  /** Gives the network a separate count for this account after a successful sign-in. */
  readonly markKnown: (userId: string, ip: string) => Promise<void>
  /** Returns the rate limit of an address for wrong passwords. */
  readonly rateLimitOf: (ip: string) => Promise<RateLimit>
}

export function createPasswordVerifier({
  database,
  counters,
  passwords,
  now,
}: PasswordVerifierDependencies): PasswordVerifier {
  const limiter = new Limiter(counters, now)
  const attempts = new AttemptLimiter(limiter)
  let dummyHashing: Promise<string> | undefined
  // A hash of a password of no account, for comparisons if there is no account.
  const dummyHash = () => (dummyHashing ??= passwords.hash(randomUUID()))

  const verifyPassword = async (email: string, password: string, ip: string) => {
    const user = isEmail(email) ? await findUserByEmail(database, email) : undefined
    const account = `${digest(email)} ${digest(user?.password_hash ?? '').slice(0, 16)}`
    const network = networkOf(ip)
    const isKnown = user !== undefined && (await counters.read(keyOfKnown(user.id, ip), now())) !== undefined
    const matchedUser = await attempts.checkAttempt({
      ip,
      limits: [
        byAddress(ip),
        // Keyed by the current password: a new one starts a new count. Guesses of strangers do not lock out a
        // known network.
        wrongGuesses(
          `wrong passwords of ${account}${isKnown ? ` from ${network}` : ''}`,
          MAX_WRONG_BY_ACCOUNT,
        ),
      ],
      check: async () => {
        const hash = user?.password_hash || (await dummyHash())
        return (await passwords.matches(password, hash)) ? user : undefined
      },
    })
    await markKnown(matchedUser.id, ip)
    return matchedUser
  }

  const markKnown = async (userId: string, ip: string) => {
    await limiter.tryUse({ key: keyOfKnown(userId, ip), limit: 1, window: KNOWN_NETWORK_MS })
  }

  const confirm = async (user: UserRow, password: string | undefined, path: string, ip: string) => {
    await verifyPassword(user.email, password ?? '', ip).catch((error: unknown) => {
      // 401 would signal to the client that its session has ended.
      const isWrong = error instanceof DomainError && error.code === 'INVALID_CREDENTIALS'
      throw isWrong ? invalid(path, 'The password is incorrect.') : error
    })
  }
  return { verifyPassword, confirm, markKnown, rateLimitOf: (ip) => limiter.stateOf(byAddress(ip)) }
}

const byAddress = (ip: string) => wrongGuesses(`wrong passwords ${networkOf(ip)}`, MAX_WRONG_BY_ADDRESS)
const keyOfKnown = (userId: string, ip: string) => `signed in ${userId} ${networkOf(ip)}`

/** Hashes the address, because counters must not contain email addresses. */
function digest(email: string): string {
  return createHash('sha256').update(email).digest('hex')
}

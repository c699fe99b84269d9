import { createHash, randomUUID } from 'node:crypto'
import { isEmail } from '@vee/contract/entities/credentials'
import { findUserByEmail, type UserRow } from '#db/queries/users.ts'
import type { Database } from '#db/schema.ts'
import type { Counters } from '../counters.ts'
import { networkOf } from '../network.ts'
import { Refusal } from '../refusal.ts'
import { Guesses } from './guesses.ts'
import { invalid } from './invalid.ts'
import type { Passwords } from './ports.ts'

/** Wrong passwords in 15 minutes: from one address, whatever the accounts; against one account, whatever the addresses. */
const WRONG_BY_ADDRESS_MAX = 10
const WRONG_BY_ACCOUNT_MAX = 20

interface PasswordGuessesDependencies {
  readonly database: Database
  readonly counters: Counters
  readonly passwords: Passwords
  /** milliseconds since 1970 */
  readonly now: () => number
}

/** Compares passwords, slowly for whoever guesses. */
interface PasswordGuesses {
  /** The account of an address and its password; takes as long where there is none. Refuses with INVALID_CREDENTIALS or RATE_LIMITED. */
  readonly guess: (email: string, password: string, ip: string) => Promise<UserRow>
  /** Refuses with VALIDATION, told at `path`, what is not the password of that account, or with RATE_LIMITED. */
  readonly confirm: (user: UserRow, password: string | undefined, path: string, ip: string) => Promise<void>
}

export function createPasswordGuesses({
  database,
  counters,
  passwords,
  now,
}: PasswordGuessesDependencies): PasswordGuesses {
  const guesses = new Guesses(counters, now)
  let decoy: Promise<string> | undefined
  // The hash of no account's password, to compare with where there is no account.
  const decoyHash = () => (decoy ??= passwords.hash(randomUUID()))

  const guess = (email: string, password: string, ip: string) =>
    guesses.take({
      ip,
      guarded: [
        { key: `wrong passwords ${networkOf(ip)}`, max: WRONG_BY_ADDRESS_MAX },
        { key: `wrong passwords of ${digest(email)}`, max: WRONG_BY_ACCOUNT_MAX },
      ],
      check: async () => {
        const user = isEmail(email) ? await findUserByEmail(database, email) : undefined
        const hash = user?.password_hash || (await decoyHash())
        return (await passwords.matches(password, hash)) ? user : undefined
      },
    })

  const confirm = async (user: UserRow, password: string | undefined, path: string, ip: string) => {
    await guess(user.email, password ?? '', ip).catch((error: unknown) => {
      // 401 would tell the client that its session has ended.
      const isWrong = error instanceof Refusal && error.code === 'INVALID_CREDENTIALS'
      throw isWrong ? invalid(path, 'This is not your password.') : error
    })
  }
  return { guess, confirm }
}

/** Counters hold no address that anybody typed. */
function digest(email: string): string {
  return createHash('sha256').update(email).digest('hex')
}

import { createHash, randomUUID, timingSafeEqual } from 'node:crypto'
import type { User } from '@vee/contract/entities/user'
import { deleteSession, findLiveSession, insertSession } from '#db/queries/sessions.ts'
import type { Database } from '#db/schema.ts'
import { Refusal } from '../refusal.ts'
import type { Caller } from './caller.ts'
import { FailedTries } from './failed-tries.ts'
import { presentGlobalUser } from './present.ts'
import { hashOfToken, newSessionToken } from './session-token.ts'

const REMEMBERED_SESSION_MS = 30 * 24 * 3_600_000
const SESSION_MS = 12 * 3_600_000

interface AccountsDependencies {
  readonly database: Database
  /** undefined: nobody may sign in with a passphrase */
  readonly passphrase: string | undefined
  /** milliseconds since 1970 */
  readonly now: () => number
}

interface PassphraseSignIn {
  readonly password: string | undefined
  /** keep the session for 30 days instead of 12 hours */
  readonly remember: boolean
  readonly ip: string
}

interface SignedIn {
  readonly token: string
  readonly user: User
  readonly tokenProvider: 'global'
}

/** Who may come in, and who is in. */
export interface Accounts {
  /** Refuses with GLOBAL_ACCESS_DISABLED, VALIDATION, RATE_LIMITED or INVALID_CREDENTIALS. */
  signInWithPassphrase(attempt: PassphraseSignIn): Promise<SignedIn>
  /** The signed-in caller behind a token. Refuses a dead one with SESSION_EXPIRED. */
  callerOf(token: string, ip: string): Promise<Caller>
  /** The token is dead from then on; nothing happens when it was dead already. */
  signOut(token: string): Promise<void>
}

export function createAccounts({ database, passphrase, now }: AccountsDependencies): Accounts {
  const failedTries = new FailedTries(now)

  return {
    async signInWithPassphrase({ password, remember, ip }) {
      if (passphrase === undefined) {
        throw new Refusal(
          'GLOBAL_ACCESS_DISABLED',
          'Signing in with a passphrase is turned off on this server.',
        )
      }
      if (password === undefined || password === '') {
        const message = 'Global password is required.'
        throw new Refusal('VALIDATION', message, { details: [{ path: 'password', message }] })
      }
      refuseGuessing(failedTries.secondsToWait(ip))
      if (!isSamePassphrase(password, passphrase)) {
        failedTries.add(ip)
        throw new Refusal('INVALID_CREDENTIALS', 'Invalid credentials')
      }
      const token = newSessionToken()
      const session = {
        id: randomUUID(),
        token_hash: hashOfToken(token),
        // One passphrase, many people: each sign-in is a user of its own, so that nobody sees another's things.
        user_id: `global:${randomUUID()}`,
        token_provider: 'global',
        created_at: now(),
        expires_at: now() + (remember ? REMEMBERED_SESSION_MS : SESSION_MS),
      } as const
      await insertSession(database, session)
      return { token, user: presentGlobalUser(session), tokenProvider: 'global' }
    },

    async callerOf(token, ip) {
      const session = await findLiveSession(database, hashOfToken(token), now())
      if (session === undefined)
        throw new Refusal('SESSION_EXPIRED', 'Your session has ended; sign in again.')
      return {
        kind: 'global',
        id: session.user_id,
        ip,
        user: presentGlobalUser(session),
        tokenProvider: session.token_provider,
      }
    },

    async signOut(token) {
      await deleteSession(database, hashOfToken(token))
    },
  }
}

function refuseGuessing(secondsToWait: number): void {
  if (secondsToWait === 0) return
  throw new Refusal('RATE_LIMITED', 'Too many wrong passphrases from your address; try again later.', {
    retryAfterSeconds: secondsToWait,
  })
}

/** Hashes have one length, so the comparison takes the same time whatever was typed. */
function isSamePassphrase(typed: string, expected: string): boolean {
  return timingSafeEqual(digest(typed), digest(expected))
}

function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest()
}

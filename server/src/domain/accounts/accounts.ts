import { randomUUID } from 'node:crypto'
import type { PlanId, User } from '@vee/contract/entities/user'
import {
  deleteSession,
  findLiveSession,
  insertSession,
  markSeen,
  type SessionRow,
} from '#db/queries/sessions.ts'
import { listPayers } from '#db/queries/organizations.ts'
import { findUser } from '#db/queries/users.ts'
import type { Database } from '#db/schema.ts'
import { type Counters, databaseCounters } from '../counters.ts'
import { networkOf } from '../network.ts'
import { bestPlan, effectivePlan } from '../plans/index.ts'
import { type RateLimit, DomainError } from '../domain-error.ts'
import type { Caller } from './caller.ts'
import { deviceOf } from './device.ts'
import { AttemptLimiter } from './attempt-limiter.ts'
import { isPassphrase } from './passphrase.ts'
import { presentGlobalUser, presentMember } from './present.ts'
import { newSession } from './sessions.ts'
import { hashOfToken } from './token.ts'
import { reportBackgroundFailure } from '../../background.ts'

/** So precise is when a session was seen last. */
const SEEN_EVERY_MS = 3_600_000
/** Wrong passphrases that an address may try in 15 minutes. */
const WRONG_PASSPHRASES_MAX = 5

interface AccountsDependencies {
  readonly database: Database
  /** of wrong guesses; those of the database when there are no others */
  readonly counters?: Counters | undefined
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

/** Who may come in with the passphrase, and who is in. */
export interface Accounts {
  /** Refuses with GLOBAL_ACCESS_DISABLED, VALIDATION, RATE_LIMITED or INVALID_CREDENTIALS. */
  signInWithPassphrase(attempt: PassphraseSignIn): Promise<SignedIn>
  /** The limit on wrong passphrases of an address. */
  rateLimitOf(ip: string): Promise<RateLimit>
  /** The signed-in caller behind a token. Refuses a dead one with SESSION_EXPIRED. */
  callerOf(token: string, ip: string, userAgent?: string): Promise<Caller>
  /** The token is dead from then on; nothing happens when it was dead already. */
  signOut(token: string): Promise<void>
}

export function createAccounts({ database, counters, passphrase, now }: AccountsDependencies): Accounts {
  const guesses = new AttemptLimiter(counters ?? databaseCounters(database), now)

  return {
    async signInWithPassphrase({ password, remember, ip }) {
      if (passphrase === undefined) {
        throw new DomainError(
          'GLOBAL_ACCESS_DISABLED',
          'Signing in with a passphrase is turned off on this server.',
        )
      }
      if (password === undefined || password === '') {
        const message = 'Global password is required.'
        throw new DomainError('VALIDATION', message, { details: [{ path: 'password', message }] })
      }
      await guesses.take({
        ip,
        guarded: [wrongPassphrases(ip)],
        check: async () => (await isPassphrase(password, passphrase, database)) || undefined,
      })
      // One passphrase, many people: each sign-in is a user of its own, so that nobody sees another's things.
      const userId = `global:${randomUUID()}`
      const { token, session } = newSession({ userId, tokenProvider: 'global', remember, now: now() })
      await insertSession(database, session)
      return { token, user: presentGlobalUser(session), tokenProvider: 'global' }
    },

    rateLimitOf: (ip) => guesses.rateLimitOf(wrongPassphrases(ip)),

    async callerOf(token, ip, userAgent) {
      const session = await findLiveSession(database, hashOfToken(token), now())
      const user = session && (await userOf(database, session, now()))
      if (session === undefined || user === undefined)
        throw new DomainError('SESSION_EXPIRED', 'Your session has ended; sign in again.')
      if (session.seen_at === null || now() - session.seen_at > SEEN_EVERY_MS) {
        const seen = { device: deviceOf(userAgent), seen_at: now() }
        // Who asks is known without it: what only reads goes on while the disk is full.
        await markSeen(database, session.token_hash, seen).catch((error: unknown) =>
          reportBackgroundFailure('session seen', error),
        )
      }
      const seatPlanId = user.kind === 'member' ? await seatPlanOf(database, user.id, now()) : undefined
      const caller = { kind: user.kind, id: user.id, ip, user, tokenProvider: session.token_provider }
      return seatPlanId === undefined ? caller : { ...caller, seatPlanId }
    },

    async signOut(token) {
      await deleteSession(database, hashOfToken(token))
    },
  }
}

const wrongPassphrases = (ip: string) => ({
  key: `wrong passphrases ${networkOf(ip)}`,
  max: WRONG_PASSPHRASES_MAX,
})

async function userOf(database: Database, session: SessionRow, now: number): Promise<User | undefined> {
  if (session.token_provider === 'global') return presentGlobalUser(session)
  const row = await findUser(database, session.user_id)
  return row?.disabled_at === null ? presentMember(row, now) : undefined
}

/** Decision A085: a seat in which one may spend opens what its organization's plan opens. */
async function seatPlanOf(database: Database, userId: string, now: number): Promise<PlanId | undefined> {
  const payers = await listPayers(database, userId)
  return bestPlan(payers.map((payer) => effectivePlan(presentMember(payer, now))))
}

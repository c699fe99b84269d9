import { randomUUID } from 'node:crypto'
import type { User } from '@vee/contract/entities/accounts/user'
import {
  deleteSessionRow,
  findLiveSession,
  insertSession,
  markSeen,
  type SessionRow,
} from '#db/queries/accounts/sessions.ts'
import { listPayers } from '#db/queries/organizations/organizations.ts'
import { findUser } from '#db/queries/accounts/users.ts'
import type { Database } from '#db/schema.ts'
import { type Counters, databaseCounters } from '../money/rate-limits/counters.ts'
import { Limiter } from '../money/rate-limits/limiter.ts'
import { networkOf } from '#lib/network.ts'
import { bestPlan, effectivePlan } from '../money/plans/index.ts'
import { type RateLimit, DomainError } from '../errors/domain-error.ts'
import type { Caller } from './caller.ts'
import { AttemptLimiter, wrongGuesses } from './attempt-limiter.ts'
import { isPassphrase } from './passphrase.ts'
import { presentGlobalUser, presentUser } from './present.ts'
import { newSession } from './sessions.ts'
import { hashOfToken } from './token.ts'
import { reportBackgroundFailure } from '#lib/background.ts'

/** In order of matching: most user agents also contain the names of older browsers. */
const BROWSERS: readonly (readonly [sign: RegExp, name: string])[] = [
  [/\bEdg(A|iOS)?\//, 'Edge'],
  [/\bOPR\//, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\b(Firefox|FxiOS)\//, 'Firefox'],
  [/\b(Chrome|CriOS|Chromium)\//, 'Chrome'],
  [/\bSafari\//, 'Safari'],
]
const SYSTEMS: readonly (readonly [sign: RegExp, name: string])[] = [
  [/\bAndroid\b/, 'Android'],
  [/\b(iPhone|iPad|iPod)\b/, 'iOS'],
  [/\bWindows\b/, 'Windows'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bMac OS X\b/, 'macOS'],
  [/\bLinux\b/, 'Linux'],
]

/**
 * Returns browser and system, by which users recognise their devices: "Firefox · Windows". Null for unknown
 * ones.
 */
function deviceOf(userAgent: string | undefined): string | null {
  const names = [BROWSERS, SYSTEMS].flatMap(
    (signs) => signs.find(([sign]) => sign.test(userAgent ?? ''))?.[1] ?? [],
  )
  return names.length > 0 ? names.join(' · ') : null
}

/** The address of work without a request; members are not limited by their address. */
const NO_ADDRESS = '0.0.0.0'
/** Precision of the time of last use, in ms. */
const SEEN_EVERY_MS = 3_600_000
/** Failed attempts per address in 15 minutes. */
const MAX_WRONG_PASSPHRASES = 5

interface AccountsDependencies {
  readonly database: Database
  /** for failed attempts; default: those of the database */
  readonly counters?: Counters | undefined
  /** undefined: signing in with a passphrase is disabled */
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

/** Signs callers in with the passphrase, and resolves their sessions. */
export interface Accounts {
  /** Throws GLOBAL_ACCESS_DISABLED, VALIDATION, RATE_LIMITED or INVALID_CREDENTIALS. */
  signInWithPassphrase(signIn: PassphraseSignIn): Promise<SignedIn>
  /** Returns the rate limit of an address for wrong passphrases. */
  rateLimitOf(ip: string): Promise<RateLimit>
  /** Returns the signed-in caller of a token. Throws SESSION_EXPIRED for an invalid one. */
  callerOf(token: string, ip: string, userAgent?: string): Promise<Caller>
  /**
   * Returns the caller of a session, by the hash of its token, for work that continues without a request. Throws
   * SESSION_EXPIRED if it has ended.
   */
  callerOfSession(tokenHash: string): Promise<Caller>
  /** Revokes the token; no-op if it is already invalid. */
  signOut(token: string): Promise<void>
}

export function createAccounts({ database, counters, passphrase, now }: AccountsDependencies): Accounts {
  const limiter = new Limiter(counters ?? databaseCounters(database), now)
  const attempts = new AttemptLimiter(limiter)

  async function liveSession(tokenHash: string, ip: string) {
    const session = await findLiveSession(database, tokenHash, now())
    const user = session && (await userOf(database, session, now()))
    if (session === undefined || user === undefined)
      throw new DomainError('SESSION_EXPIRED', 'Your session has ended; sign in again.')
    const seats = user.kind === 'member' ? await seatsOf(database, user.id, now()) : {}
    const caller: Caller = {
      kind: user.kind === 'global' ? 'passphrase' : user.kind,
      id: user.id,
      ip,
      user,
      tokenProvider: session.token_provider,
      ...seats,
    }
    return { session, caller }
  }

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
      await attempts.checkAttempt({
        ip,
        limits: [wrongPassphrases(ip)],
        check: async () => (await isPassphrase(password, passphrase, database)) || undefined,
      })
      // The passphrase is shared: each sign-in gets a separate user, which isolates the data of its holders.
      const userId = `global:${randomUUID()}`
      const { token, session } = newSession({ userId, tokenProvider: 'global', remember, now: now() })
      await insertSession(database, session)
      return { token, user: presentGlobalUser(session), tokenProvider: 'global' }
    },

    rateLimitOf: (ip) => limiter.stateOf(wrongPassphrases(ip)),

    async callerOf(token, ip, userAgent) {
      const { session, caller } = await liveSession(hashOfToken(token), ip)
      if (session.seen_at === null || now() - session.seen_at > SEEN_EVERY_MS) {
        const lastUse = { device: deviceOf(userAgent), seen_at: now() }
        // Failure is ignored, so that reads continue to work while the disk is full.
        await markSeen(database, session.token_hash, lastUse).catch((error: unknown) =>
          reportBackgroundFailure('session seen', error),
        )
      }
      return caller
    },

    async callerOfSession(tokenHash) {
      const { caller } = await liveSession(tokenHash, NO_ADDRESS)
      return caller
    },

    async signOut(token) {
      await deleteSessionRow(database, hashOfToken(token))
    },
  }
}

const wrongPassphrases = (ip: string) =>
  wrongGuesses(`wrong passphrases ${networkOf(ip)}`, MAX_WRONG_PASSPHRASES)

async function userOf(database: Database, session: SessionRow, now: number): Promise<User | undefined> {
  if (session.token_provider === 'global') return presentGlobalUser(session)
  const row = await findUser(database, session.user_id)
  return row?.disabled_at === null ? presentUser(row, now) : undefined
}

type Seats = Pick<
  Extract<Caller, { readonly kind: 'passphrase' | 'member' }>,
  'seatPlanId' | 'organizationIds'
>

/** Returns the seats that may spend: each grants the features of its organization's plan. */
async function seatsOf(database: Database, userId: string, now: number): Promise<Seats> {
  const payers = await listPayers(database, userId)
  if (payers.length === 0) return {}
  const seatPlanId = bestPlan(payers.map((payer) => effectivePlan(presentUser(payer, now))))
  return {
    organizationIds: payers.map(({ organization_id }) => organization_id),
    ...(seatPlanId !== undefined && { seatPlanId }),
  }
}

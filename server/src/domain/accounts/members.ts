import { randomUUID } from 'node:crypto'
import { isEmail, isPasswordGood, plainEmail } from '@vee/contract/entities/accounts/credentials'
import type { PlanId, User } from '@vee/contract/entities/accounts/user'
import {
  changePassword,
  findUser,
  findUserByEmail,
  insertSessionOf,
  insertUser,
  type UserRow,
} from '#db/queries/accounts/users.ts'
import { findLiveSession } from '#db/queries/accounts/sessions.ts'
import type { Database } from '#db/schema.ts'
import { type Counters, databaseCounters } from '../money/rate-limits/counters.ts'
import { Limiter } from '../money/rate-limits/limiter.ts'
import { type RateLimit, DomainError } from '../errors/domain-error.ts'
import type { Caller } from './caller.ts'
import { createPasswordVerifier } from './password-verifier.ts'
import { invalid } from './invalid.ts'
import type { Passwords } from './ports.ts'
import { presentUser } from './present.ts'
import { Registrations } from './registrations.ts'
import { newSession } from './sessions.ts'
import { hashOfToken } from './token.ts'

/** How long a sign-in counts as a proof of ownership, in ms. */
const SIGN_IN_IS_FRESH_MS = 15 * 60_000

interface MembersDependencies {
  readonly database: Database
  /** for failed attempts; default: those of the database */
  readonly counters?: Counters | undefined
  readonly passwords: Passwords
  /** milliseconds since 1970 */
  readonly now: () => number
}

interface Registration {
  readonly email: string | undefined
  readonly password: string | undefined
  readonly displayName: string | undefined
  readonly acceptTerms: boolean | undefined
  readonly planId: PlanId
  readonly ip: string
}

interface EmailSignIn {
  readonly email: string | undefined
  readonly password: string | undefined
  /** keep the session for 30 days instead of 12 hours */
  readonly remember: boolean
  readonly ip: string
}

interface PasswordChange {
  readonly currentPassword: string | undefined
  readonly password: string | undefined
  /** the current session, which remains valid */
  readonly token: string | undefined
}

interface OwnerProof {
  readonly password: string | undefined
  /** the current session */
  readonly token: string | undefined
}

interface SignedInMember {
  readonly token: string
  readonly user: User
  readonly tokenProvider: 'local'
}

/** Users with a personal account. */
export interface Members {
  /** Throws VALIDATION, EMAIL_TAKEN or RATE_LIMITED. */
  register(registration: Registration): Promise<SignedInMember>
  /**
   * Has the same duration and error whether the account exists or not. Throws VALIDATION, RATE_LIMITED,
   * INVALID_CREDENTIALS, or FORBIDDEN if it is disabled.
   */
  signIn(attempt: EmailSignIn): Promise<SignedInMember>
  /** Returns the rate limit of an address for wrong passwords, or for new accounts. */
  rateLimitOf(action: 'sign-in' | 'register', ip: string): Promise<RateLimit>
  /** Revokes all other sessions of the caller. Throws VALIDATION, FORBIDDEN or RATE_LIMITED. */
  changePassword(change: PasswordChange, caller: Caller): Promise<void>
  /** Returns whether the caller's account has a password; false for other callers. */
  hasPassword(caller: Caller): Promise<boolean>
  /**
   * Verifies that the caller is the owner of the account and does not merely have access to an open page: by
   * the password or by a recent sign-in at the identity provider. Throws VALIDATION, RATE_LIMITED or
   * FORBIDDEN.
   */
  confirmOwner(proof: OwnerProof, caller: Caller): Promise<void>
}

/** Free is a subscription without costs; a paid one begins with its payment. */
const beginningOf = (planId: PlanId) =>
  ({
    plan_id: planId,
    subscription_status: planId === 'free' ? 'active' : 'none',
    renews_at: null,
  }) as const

export function createMembers({ database, counters, passwords, now }: MembersDependencies): Members {
  const counts = counters ?? databaseCounters(database)
  const passwordVerifier = createPasswordVerifier({ database, counters: counts, passwords, now })
  const { verifyPassword, confirm, markKnown, rateLimitOf } = passwordVerifier
  const registrations = new Registrations(new Limiter(counts, now))
  const openSession = async (user: UserRow, remember: boolean): Promise<SignedInMember> => {
    assertEnabled(user)
    const { token, session } = newSession({ userId: user.id, tokenProvider: 'local', remember, now: now() })
    if (!(await insertSessionOf(database, user, session))) {
      throw new DomainError('INVALID_CREDENTIALS', 'Invalid credentials')
    }
    return { token, user: presentUser(user, now()), tokenProvider: 'local' }
  }
  const userOf = async (caller: Caller): Promise<UserRow> => {
    const user = caller.kind === 'member' ? await findUser(database, caller.id) : undefined
    if (!user) throw new DomainError('FORBIDDEN', 'Only an account with an email address has a password.')
    return user
  }
  return {
    async register({ email: typedEmail, password, displayName, acceptTerms, planId, ip }) {
      if (!typedEmail?.trim() || !password) {
        throw invalid(typedEmail?.trim() ? 'password' : 'email', 'Enter an email and password to continue.')
      }
      const email = plainEmail(typedEmail)
      if (!isEmail(email)) throw invalid('email', 'Enter an email address like name@example.org.')
      assertStrongPassword(password)
      if (acceptTerms !== true) {
        throw invalid('acceptTerms', 'You need to accept the terms to create an account.')
      }
      await registrations.assertRegistrationAllowed(ip)
      // Before the password is hashed, which costs 16 ms: the response reveals the account in any case.
      if (await findUserByEmail(database, email)) return registrations.rejectTaken(ip)
      const user = await insertUser(database, {
        id: randomUUID(),
        email,
        password_hash: await passwords.hash(password),
        display_name: displayName || null,
        ...beginningOf(planId),
        terms_accepted_at: now(),
        created_at: now(),
      })
      if (!user) return registrations.rejectTaken(ip)
      await registrations.count(ip)
      await markKnown(user.id, ip)
      return openSession(user, false)
    },

    async signIn({ email, password, remember, ip }) {
      if (!email?.trim() || !password) {
        throw invalid(email?.trim() ? 'password' : 'email', 'Email and password are required.')
      }
      return openSession(await verifyPassword(plainEmail(email), password, ip), remember)
    },

    rateLimitOf: (action, ip) => (action === 'sign-in' ? rateLimitOf(ip) : registrations.rateLimitOf(ip)),

    async hasPassword(caller) {
      if (caller.kind !== 'member') return false
      return Boolean((await findUser(database, caller.id))?.password_hash)
    },

    async confirmOwner({ password, token }, caller) {
      const user = await userOf(caller)
      const session = token && (await findLiveSession(database, hashOfToken(token), now()))
      const elsewhere = session && session.token_provider !== 'local' ? session : undefined
      if (password !== undefined || (!elsewhere && user.password_hash !== '')) {
        await confirm(user, password, 'password', caller.ip)
        return
      }
      if (elsewhere && now() - elsewhere.created_at <= SIGN_IN_IS_FRESH_MS) return
      throw new DomainError('FORBIDDEN', 'Sign in again first, so that it is sure to be you.', {
        details: { signInAgain: true },
      })
    },

    async changePassword({ currentPassword, password, token }, caller) {
      const user = await userOf(caller)
      assertStrongPassword(password)
      await confirm(user, currentPassword, 'currentPassword', caller.ip)
      await changePassword(database, user.id, await passwords.hash(password), token && hashOfToken(token))
    },
  }
}

/** Only a caller who has proven ownership is informed that the host has disabled the account. */
export function assertEnabled({ disabled_at }: UserRow): void {
  if (disabled_at === null) return
  throw new DomainError('FORBIDDEN', 'This account is disabled. Contact the host of this server.', {
    details: { reason: 'disabled' },
  })
}

/** Throws VALIDATION with the password rule in the message. */
export function assertStrongPassword(password: string | undefined): asserts password is string {
  if (password !== undefined && isPasswordGood(password)) return
  throw invalid('password', 'Use at least 8 characters with at least one number or symbol.')
}

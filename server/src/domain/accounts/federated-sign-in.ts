import { randomUUID } from 'node:crypto'
import { isEmail, plainEmail } from '@vee/contract/entities/accounts/credentials'
import type { User } from '@vee/contract/entities/accounts/user'
import type { OutsideProviderId, OutsideProviderInfo } from '@vee/contract/http/accounts/outside-sign-in'
import { insertOutsideSignIn, openIdentity, spendOutsideSignIn } from '#db/queries/accounts/identities.ts'
import { insertSession } from '#db/queries/accounts/sessions.ts'
import type { Database } from '#db/schema.ts'
import { DomainError } from '../errors/domain-error.ts'
import { assertEnabled } from './members.ts'
import type { FederatedIdentity, IdentityProvider } from './ports.ts'
import { presentUser } from './present.ts'
import { newSession } from './sessions.ts'
import { hashOfToken, newToken } from './token.ts'

/** Time limit for signing in at the identity provider, in ms. */
const SIGN_IN_LIFE_MS = 15 * 60_000

/**
 * Messages for providers that are offered but not configured; these texts are part of the product's fixed
 * wording.
 */
const UNCONFIGURED: Readonly<Record<OutsideProviderId, string>> = {
  supabase: 'Supabase authentication is not configured.',
  oidc: 'OpenID Connect authentication is not configured.',
}

interface OutsideSignInDependencies {
  readonly database: Database
  readonly providers: readonly IdentityProvider[]
  /** the URL at which users reach this server; undefined if the host did not configure it */
  readonly publicUrl: string | undefined
  /**
   * called before a sign-in completes whose address was verified by the configured OpenID Connect issuer, for
   * example to join an organization
   */
  readonly onVerified: (user: { readonly id: string; readonly email: string }) => Promise<void>
  /** milliseconds since 1970 */
  readonly now: () => number
}

interface SignedInElsewhere {
  readonly token: string
  readonly user: User
  readonly tokenProvider: OutsideProviderId
}

/**
 * Sign-in with an identity provider. Accounts are linked only by an email address that the provider has
 * verified.
 */
export interface FederatedSignIn {
  list(): readonly OutsideProviderInfo[]
  /** Throws AUTH_PROVIDER_UNCONFIGURED. */
  begin(request: {
    readonly provider: OutsideProviderId
    readonly remember: boolean
    readonly origin: string
  }): Promise<{ readonly url: string; readonly state: string }>
  /**
   * Throws INVALID_CREDENTIALS if the sign-in failed, and FORBIDDEN if the email address is not verified or
   * the account is disabled.
   */
  finish(callback: {
    readonly state: string
    readonly query: string
    readonly origin: string
  }): Promise<SignedInElsewhere>
}

export function createFederatedSignIn(dependencies: OutsideSignInDependencies): FederatedSignIn {
  const { database, providers, publicUrl, onVerified, now } = dependencies
  const redirectUri = (origin: string) => `${publicUrl ?? origin}/login`

  function configured(id: OutsideProviderId): IdentityProvider {
    const provider = providers.find((candidate) => candidate.id === id)
    if (provider) return provider
    throw new DomainError('AUTH_PROVIDER_UNCONFIGURED', UNCONFIGURED[id])
  }

  return {
    list() {
      const listedProviders = providers.map(({ id, label }) => ({ id, label, isConfigured: true }))
      const hasSupabase = listedProviders.some(({ id }) => id === 'supabase')
      return hasSupabase
        ? listedProviders
        : [...listedProviders, { id: 'supabase', label: 'Supabase', isConfigured: false }]
    },

    async begin({ provider: id, remember, origin }) {
      const provider = configured(id)
      const state = newToken()
      const { url, memo } = await provider.begin({ redirectUri: redirectUri(origin), state })
      const row = { state_hash: hashOfToken(state), provider: id, memo, remember: remember ? 1 : 0 }
      await insertOutsideSignIn(database, { ...row, expires_at: now() + SIGN_IN_LIFE_MS }, now())
      return { url, state }
    },

    async finish({ state, query, origin }) {
      const begun = await spendOutsideSignIn(database, hashOfToken(state), now())
      const provider = begun && providers.find(({ id }) => id === begun.provider)
      const person =
        provider &&
        (await provider.finish({ redirectUri: redirectUri(origin), state, query, memo: begun.memo }))
      if (!person) throw new DomainError('INVALID_CREDENTIALS', 'You were not signed in there; try again.')
      const identity = identityOf(person, now())
      const userRow = await openIdentity(database, identity)
      if (!userRow) {
        throw new DomainError(
          'FORBIDDEN',
          'Your email address is not verified there, so it opens no account here.',
        )
      }
      assertEnabled(userRow)
      // A user with different addresses at the provider and here joins no organization by domain.
      if (provider.id === 'oidc' && identity.email === userRow.email) await onVerified(userRow)
      const sessionRequest = {
        userId: userRow.id,
        tokenProvider: provider.id,
        remember: begun.remember === 1,
      }
      const { token, session } = newSession({ ...sessionRequest, now: now() })
      await insertSession(database, session)
      return { token, user: presentUser(userRow, now()), tokenProvider: provider.id }
    },
  }
}

function identityOf(
  { issuer, subject, email: emailClaim, name, isEmailVerified }: FederatedIdentity,
  now: number,
) {
  const email = plainEmail(emailClaim ?? '')
  const displayName = name
    ?.replaceAll(/\p{Cc}+/gu, ' ')
    .trim()
    .slice(0, 100)
  return {
    issuer,
    subject,
    email: isEmailVerified && isEmail(email) ? email : undefined,
    displayName: displayName === undefined || displayName === '' ? null : displayName,
    newUserId: randomUUID(),
    now,
  }
}

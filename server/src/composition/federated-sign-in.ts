import type { Database } from '#db/schema.ts'
import { createFederatedSignIn, type FederatedSignIn, type IdentityProvider } from '#domain/accounts/index.ts'
import { joinByDomain } from '#domain/provisioning/index.ts'
import { createOidc } from '../adapters/identity-providers/oidc.ts'
import { createSupabase } from '../adapters/identity-providers/supabase.ts'
import type { ServerSettings } from '../settings.ts'

interface OutsideParts {
  readonly settings: ServerSettings
  readonly database: Database
  /** milliseconds since 1970 */
  readonly now: () => number
}

/** Creates sign-in through the configured identity providers. */
export function createFederatedSignInModule({ settings, database, now }: OutsideParts): FederatedSignIn {
  const { publicUrl } = settings
  return createFederatedSignIn({
    database,
    providers: [...providersOf(settings)],
    publicUrl,
    onVerified: (user) => joinByDomain(database, user, now()),
    now,
  })
}

function* providersOf({ oidc, supabase }: ServerSettings): Generator<IdentityProvider> {
  const { issuer, clientId, clientSecret, label } = oidc
  if (issuer !== undefined && clientId !== undefined) {
    yield createOidc({ issuer, clientId, clientSecret, label })
  }
  const { url, anonKey, provider } = supabase
  if (url !== undefined && anonKey !== undefined) yield createSupabase({ url, anonKey, provider })
}

import type { Database } from '#db/schema.ts'
import { createOutsideSignIn, type OutsideProvider } from '#domain/accounts/index.ts'
import { joinByDomain } from '#domain/provisioning/index.ts'
import { createOidc } from '../adapters/outside/oidc.ts'
import { createSupabase } from '../adapters/outside/supabase.ts'
import { outsideSignInRoutes } from '../routes/auth/outside.ts'
import type { Route } from '../routes/route.ts'
import type { Settings } from '../settings.ts'

interface OutsideParts {
  readonly settings: Settings
  readonly database: Database
  /** milliseconds since 1970 */
  readonly now: () => number
}

/** Signing in with accounts elsewhere, as far as the host has set it up. */
export function composeOutsideSignIn({ settings, database, now }: OutsideParts): readonly Route[] {
  const { publicUrl } = settings
  return outsideSignInRoutes(
    createOutsideSignIn({
      database,
      providers: [...providersOf(settings)],
      publicUrl,
      onVerified: (user) => joinByDomain(database, user, now()),
      now,
    }),
  )
}

function* providersOf({ oidc, supabase }: Settings): Generator<OutsideProvider> {
  const { issuer, clientId, clientSecret, label } = oidc
  if (issuer !== undefined && clientId !== undefined) {
    yield createOidc({ issuer, clientId, clientSecret, label })
  }
  const { url, anonKey, provider } = supabase
  if (url !== undefined && anonKey !== undefined) yield createSupabase({ url, anonKey, provider })
}

import {
  type Accounts,
  createAccounts,
  createFederatedSignIn,
  createMembers,
  createPasswordReset,
  type IdentityProvider,
  type Mailer,
  type Members,
} from '#domain/accounts/index.ts'
import type { Counters } from '#domain/money/rate-limits/counters.ts'
import { createHostAdmins, type HostAdmins } from '#domain/host/index.ts'
import { joinByDomain } from '#domain/provisioning/index.ts'
import { argon2Passwords } from '../adapters/argon2-passwords.ts'
import { createOidc } from '../adapters/identity-providers/oidc.ts'
import { createSupabase } from '../adapters/identity-providers/supabase.ts'
import { createSmtpMailer } from '../adapters/smtp-mailer.ts'
import { authRoutes } from '../routes/auth.ts'
import type { ServerSettings } from '#settings/settings.ts'
import type { Module, ModuleContext } from './module.ts'

interface AccountDependencies {
  readonly counters: Counters
  /** for shared access; undefined if it is disabled */
  readonly passphrase: string | undefined
}

interface AccountServices {
  readonly accounts: Accounts
  readonly members: Members
  readonly admins: HostAdmins
  /** undefined if no mail server is configured */
  readonly mailer: Mailer | undefined
}

/** Creates accounts and every way to sign in. */
export function createAccountsModule(
  { settings, database, log, now }: ModuleContext,
  { counters, passphrase }: AccountDependencies,
): Module<AccountServices> {
  const { publicUrl, hostAdmins, mail, oidc, supabase } = settings
  const accounts = createAccounts({ database, counters, passphrase, now })
  const members = createMembers({ database, counters, passwords: argon2Passwords, now })
  const mailer = mailerOf(settings)
  const passwordReset = createPasswordReset({
    database,
    counters,
    mailer,
    passwords: argon2Passwords,
    publicUrl,
    onFailure: (failure) => log.error({ err: failure }, 'mail not sent'),
    now,
  })
  const canProveEmails = [mail.smtpUrl, oidc.issuer, supabase.url].some((address) => address !== undefined)
  const admins = createHostAdmins({ database, hostAdmins, canProveEmails, now })
  const federatedSignIn = createFederatedSignIn({
    database,
    providers: [...providersOf(settings)],
    publicUrl,
    onVerified: (user) => joinByDomain(database, user, now()),
    now,
  })
  return {
    services: { accounts, members, admins, mailer },
    routes: authRoutes({
      accounts,
      members,
      passwordReset,
      federatedSignIn,
      isHost: (caller) => admins.isHost(caller),
    }),
    close: () => passwordReset.settled(),
  }
}

function mailerOf({ mail: { smtpUrl, from } }: ServerSettings): Mailer | undefined {
  return smtpUrl === undefined ? undefined : createSmtpMailer({ url: smtpUrl, from: from ?? 'vee@localhost' })
}

function* providersOf({ oidc, supabase }: ServerSettings): Generator<IdentityProvider> {
  const { issuer, clientId, clientSecret, label } = oidc
  if (issuer !== undefined && clientId !== undefined) {
    yield createOidc({ issuer, clientId, clientSecret, label })
  }
  const { url, anonKey, provider } = supabase
  if (url !== undefined && anonKey !== undefined) yield createSupabase({ url, anonKey, provider })
}

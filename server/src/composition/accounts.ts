import type { FastifyBaseLogger } from 'fastify'
import { createAccounts, createMembers, createPasswordReset, type Mailer } from '#domain/accounts/index.ts'
import type { Database } from '#db/schema.ts'
import type { Counters } from '#domain/counters.ts'
import { createOrganizations, type ChangeEventRelay } from '#domain/organizations/index.ts'
import type { PlanCatalogue } from '#domain/plans/index.ts'
import { argon2Passwords } from '../adapters/argon2-passwords.ts'
import { createSmtpMailer } from '../adapters/smtp-mailer.ts'
import type { ServerSettings } from '../settings.ts'

interface AccountParts {
  readonly settings: ServerSettings
  readonly database: Database
  /** for shared access; undefined if it is disabled */
  readonly passphrase: string | undefined
  readonly counters: Counters
  readonly plans: PlanCatalogue
  readonly newsExchange: ChangeEventRelay | undefined
  readonly log: FastifyBaseLogger
  /** milliseconds since 1970 */
  readonly now: () => number
}

/** Creates the modules for accounts and organizations. */
export function createAccountsModule(parts: AccountParts) {
  const { settings, database, passphrase, counters, newsExchange, plans, log, now } = parts
  const accounts = createAccounts({ database, counters, passphrase, now })
  const members = createMembers({ database, counters, passwords: argon2Passwords, now })
  const mailing = {
    database,
    counters,
    mailer: mailerOf(settings),
    publicUrl: settings.publicUrl,
    onFailure: (failure: unknown) => log.error({ err: failure }, 'mail not sent'),
    now,
  }
  const passwordReset = createPasswordReset({ ...mailing, passwords: argon2Passwords })
  const organizations = createOrganizations({ ...settings, ...mailing, newsExchange, plans })
  return { accounts, members, passwordReset, organizations }
}

function mailerOf({ mail: { smtpUrl, from } }: ServerSettings): Mailer | undefined {
  return smtpUrl === undefined ? undefined : createSmtpMailer({ url: smtpUrl, from: from ?? 'vee@localhost' })
}

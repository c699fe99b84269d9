import { HOUR_MS } from '@vee/contract/time/durations'
import { isEmail, plainEmail } from '@vee/contract/entities/accounts/credentials'
import type { Locale } from '@vee/contract/entities/locale'
import {
  findPasswordReset,
  findUserByEmail,
  insertPasswordReset,
  spendPasswordReset,
} from '#db/queries/accounts/users.ts'
import type { Database } from '#db/schema.ts'
import { type Counters, databaseCounters } from '../money/rate-limits/counters.ts'
import { Limiter } from '../money/rate-limits/limiter.ts'
import { networkOf } from '#lib/network.ts'
import { localhostOrigin } from '#lib/localhost.ts'
import { invalid } from './invalid.ts'
import { assertStrongPassword } from './members.ts'
import type { Mailer, Passwords, Mail } from './ports.ts'
import { hashOfToken, newToken } from './token.ts'
import texts from './reset-mail.json' with { type: 'json' }

const TEXTS: Readonly<Record<Locale, Pick<Mail, 'subject' | 'text'>>> = texts

/** Returns the mail with a link for resetting the password. */
export function resetMail(locale: Locale, link: string): Pick<Mail, 'subject' | 'text'> {
  const { subject, text } = TEXTS[locale]
  return { subject, text: text.replace('{link}', () => link) }
}

const LINK_LIFE_MS = HOUR_MS
/** Mails per hour: to one account from any address; requested by one address for any accounts. */
const MAX_MAILS_BY_ACCOUNT = 3
const MAX_MAILS_BY_ADDRESS = 20

interface PasswordResetDependencies {
  readonly database: Database
  /** for mails; default: those of the database */
  readonly counters?: Counters | undefined
  readonly passwords: Passwords
  /** undefined: this server sends no mail */
  readonly mailer: Mailer | undefined
  /** the URL at which users reach this server; undefined if the host did not configure it */
  readonly publicUrl: string | undefined
  /** called with the reason why a mail could not be sent; it contains nothing of the mail */
  readonly onFailure: (failure: unknown) => void
  /** milliseconds since 1970 */
  readonly now: () => number
}

interface ForgottenPassword {
  readonly email: string
  readonly ip: string
  /** scheme, host and port of the request, according to its headers */
  readonly origin: string
  readonly locale: Locale
}

/** Sets a new password for users who forgot theirs. */
export interface PasswordReset {
  /**
   * Sends a link, if possible and if the account exists, after the response, so that the response reveals
   * nothing about accounts.
   */
  request(forgotten: ForgottenPassword): { readonly canSendMail: boolean }
  /** Sets the password and revokes all sessions of the user. Throws VALIDATION. */
  complete(token: string, password: string | undefined): Promise<void>
  /** Resolves when all requested mails were sent or failed. */
  settled(): Promise<void>
}

export function createPasswordReset(dependencies: PasswordResetDependencies): PasswordReset {
  const { database, passwords, mailer, publicUrl, onFailure, now } = dependencies
  const { counters = databaseCounters(database) } = dependencies
  const sending = new Set<Promise<void>>()

  const limiter = new Limiter(counters, now)
  const mayMail = async (about: string, limit: number) =>
    (await limiter.tryUse({ key: `password mails ${about}`, limit, window: HOUR_MS })) !== undefined
  const sendLink = async (mailer: Mailer, base: string, { email: typed, ip, locale }: ForgottenPassword) => {
    const email = plainEmail(typed)
    if (!isEmail(email)) return
    if (!(await mayMail(networkOf(ip), MAX_MAILS_BY_ADDRESS))) return
    const user = await findUserByEmail(database, email)
    if (!user || !(await mayMail(`to ${user.id}`, MAX_MAILS_BY_ACCOUNT))) return
    const token = newToken()
    const link = { token_hash: hashOfToken(token), user_id: user.id, expires_at: now() + LINK_LIFE_MS }
    await insertPasswordReset(database, link, now())
    // The fragment stays in the browser: it reaches no server log and no other page.
    await mailer.send({ to: email, ...resetMail(locale, `${base}/${locale}/login#reset=${token}`) })
  }

  return {
    request(forgotten) {
      const base = publicUrl ?? localhostOrigin(forgotten.origin)
      if (mailer === undefined || base === undefined) return { canSendMail: false }
      const sent: Promise<void> = sendLink(mailer, base, forgotten)
        .catch(onFailure)
        .finally(() => sending.delete(sent))
      sending.add(sent)
      return { canSendMail: true }
    },

    async complete(token, password) {
      assertStrongPassword(password)
      const tokenHash = hashOfToken(token)
      const userId = await findPasswordReset(database, tokenHash, now())
      const isSet =
        userId !== undefined &&
        (await spendPasswordReset(database, userId, tokenHash, await passwords.hash(password), now()))
      if (!isSet) throw invalid('token', 'This link is too old or has been used already; ask for a new one.')
    },

    async settled() {
      await Promise.all(sending)
    },
  }
}

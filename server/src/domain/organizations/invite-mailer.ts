import { DAY_MS, HOUR_MS } from '@vee/contract/time/durations'
import { createHash } from 'node:crypto'
import type { Locale } from '@vee/contract/entities/locale'
import { isEmailProven } from '#db/queries/host.ts'
import type { InviteRow } from '#db/queries/organizations/organizations.ts'
import type { Mail } from '../accounts/index.ts'
import { databaseCounters } from '../money/rate-limits/counters.ts'
import { Limiter } from '../money/rate-limits/limiter.ts'
import { networkOf } from '#lib/network.ts'
import { localhostOrigin } from '#lib/localhost.ts'
import type { RequestContext, OrganizationsDependencies } from './dependencies.ts'
import texts from './invite-mail.json' with { type: 'json' }
import { withoutAddresses } from './name.ts'
import { inviteUrl } from './present.ts'
import type { MemberAccess } from './member-access.ts'

/**
 * Limits of mails to people who did not request them: per organization and day, and per address and hour over
 * all inviters.
 */
const MAX_BY_ORGANIZATION = 200
const MAX_TO_ADDRESS = 3
/**
 * Limits per account and per network in a day, over all organizations. They are lower while the account's
 * address is unverified.
 */
const MAX_BY_ACCOUNT = { proven: 400, unproven: 20 }
const MAX_BY_NETWORK = { proven: 1_000, unproven: 40 }

const TEXTS: Readonly<Record<Locale, Pick<Mail, 'subject' | 'text'> & { unverified: string }>> = texts

/** Sends invites by mail. */
export interface InviteMailer {
  /**
   * Returns before the mail is sent. Returns false if no mail is sent, so that the link has to be passed on
   * by hand.
   */
  send(access: MemberAccess, invite: InviteRow, context: RequestContext): Promise<boolean>
  /** Resolves when every mail has been sent or has failed. */
  settled(): Promise<void>
}

export function createInviteMailer(dependencies: OrganizationsDependencies): InviteMailer {
  const { database, mailer, publicUrl, onFailure, now } = dependencies
  const { counters = databaseCounters(database) } = dependencies
  const sending = new Set<Promise<void>>()

  const limiter = new Limiter(counters, now)
  const mayMail = async (about: string, limit: number, window: number) =>
    (await limiter.tryUse({ key: `invite mails ${about}`, limit, window })) !== undefined

  return {
    async send({ organization, me }, invite, { caller, origin, locale }) {
      const base = publicUrl ?? localhostOrigin(origin)
      if (mailer === undefined || base === undefined) return false
      const isProven = await isEmailProven(database, caller.id)
      const trust = isProven ? 'proven' : 'unproven'
      const network = networkOf(caller.ip)
      if (!(await mayMail(`of ${caller.id}`, MAX_BY_ACCOUNT[trust], DAY_MS))) return false
      if (!(await mayMail(`from ${trust} ${network}`, MAX_BY_NETWORK[trust], DAY_MS))) return false
      if (!(await mayMail(`by ${organization.id}`, MAX_BY_ORGANIZATION, DAY_MS))) return false
      if (!(await mayMail(`to ${digestAddress(invite.email)}`, MAX_TO_ADDRESS, HOUR_MS))) return false
      const mail = inviteMail(locale, {
        organization: withoutAddresses(organization.name),
        // Anyone can sign up with another person's address, so only a verified one is shown without a note.
        inviter: isProven ? me.email : `${me.email} (${TEXTS[locale].unverified})`,
        link: inviteUrl(base, invite.token),
        until: new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeZone: 'UTC' }).format(
          invite.expires_at,
        ),
      })
      const sent: Promise<void> = mailer
        .send({ to: invite.email, ...mail })
        .catch(onFailure)
        .finally(() => sending.delete(sent))
      sending.add(sent)
      return true
    },

    async settled() {
      await Promise.all(sending)
    },
  }
}

type Values = Readonly<Record<'organization' | 'inviter' | 'link' | 'until', string>>

function inviteMail(locale: Locale, values: Values): Pick<Mail, 'subject' | 'text'> {
  const fill = (text: string) =>
    text.replaceAll(/\{(organization|inviter|link|until)\}/g, (_, name: keyof Values) => values[name])
  const { subject, text } = TEXTS[locale]
  return { subject: fill(subject), text: fill(text) }
}

/** Returns a hash of the address, so that counters store no plain addresses. */
function digestAddress(email: string): string {
  return createHash('sha256').update(email).digest('hex')
}

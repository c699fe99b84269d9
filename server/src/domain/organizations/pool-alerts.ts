import type { Locale } from '@vee/contract/entities/locale'
import {
  findOrganization,
  listMembers,
  type OrganizationRow,
} from '#db/queries/organizations/organizations.ts'
import type { Mail } from '../accounts/index.ts'
import { databaseCounters } from '../money/rate-limits/counters.ts'
import { Limiter } from '../money/rate-limits/limiter.ts'
import type { OrganizationsDependencies } from './dependencies.ts'
import { type PoolState, readPool } from './pool.ts'
import texts from './pool-alerts.json' with { type: 'json' }

/** Shares of a day's pool at which admins are notified, the highest first. */
const LEVELS = [1, 0.8] as const

const TEXTS: Readonly<Record<Locale, Pick<Mail, 'subject' | 'text'>>> = texts

/** Notifies admins by mail when their pool runs low or out, once a day for each level. */
export interface PoolAlerts {
  /**
   * Checks in the background whether a notification is due. Called whenever tokens of the pool are spent or
   * requested.
   */
  check(organizationId: string): void
  /** Resolves when every pending mail has been sent or has failed. */
  settled(): Promise<void>
}

export function createPoolAlerts(dependencies: OrganizationsDependencies): PoolAlerts {
  const { database, mailer, publicUrl, onFailure, now } = dependencies
  const running = new Set<Promise<void>>()

  const sendAlert = async (id: string) => {
    // A mail needs a link, and without a request there are no headers to derive the server's URL from.
    if (mailer === undefined || publicUrl === undefined) return
    const organization = await findOrganization(database, id)
    if (!organization) return
    const members = await listMembers(database, id)
    const nowMs = now()
    const ids = members.map(({ user_id }) => user_id)
    const pool = await readPool(dependencies, organization, ids, nowMs)
    const level = LEVELS.find((share) => pool.total > 0 && pool.used >= pool.total * share)
    if (level === undefined) return
    const limiter = new Limiter(databaseCounters(database), () => nowMs)
    if (!(await limiter.tryUse({ key: `pool alert ${level} ${id}`, limit: 1, window: 'utc-day' }))) return
    const mail = alertMail(organization, pool, level, `${publicUrl}/${organization.locale}/settings#teams`)
    const admins = members.filter(({ role }) => role === 'admin')
    // A failing address does not prevent mails to the others.
    await Promise.all(admins.map(({ email }) => mailer.send({ to: email, ...mail }).catch(onFailure)))
  }

  return {
    check(id) {
      const alert: Promise<void> = sendAlert(id)
        .catch(onFailure)
        .finally(() => running.delete(alert))
      running.add(alert)
    },

    async settled() {
      await Promise.all(running)
    },
  }
}

function alertMail(
  { name, locale }: OrganizationRow,
  { used, total }: PoolState,
  level: number,
  link: string,
): Pick<Mail, 'subject' | 'text'> {
  const figure = new Intl.NumberFormat(locale)
  const values: Readonly<Record<string, string>> = {
    organization: name,
    used: figure.format(used),
    total: figure.format(total),
    percent: new Intl.NumberFormat(locale, { style: 'percent' }).format(level),
    link,
  }
  const fill = (text: string) =>
    text.replaceAll(/\{(\w+)\}/g, (placeholder, key: string) => values[key] ?? placeholder)
  const { subject, text } = TEXTS[locale]
  return { subject: fill(subject), text: fill(text) }
}

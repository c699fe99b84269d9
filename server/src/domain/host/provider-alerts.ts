import { DAY_MS } from '@vee/contract/time/durations'
import { DEFAULT_LOCALE, LOCALES, type Locale } from '@vee/contract/entities/locale'
import type { HostProvider } from '@vee/contract/entities/host'
import type { ProviderTrouble } from '@vee/contract/entities/model-endpoint'
import { readHostSetting, storeHostSetting } from '#db/queries/host.ts'
import type { Database } from '#db/schema.ts'
import type { Mail, Mailer } from '../accounts/index.ts'
import { databaseCounters } from '../money/rate-limits/counters.ts'
import { Limiter } from '../money/rate-limits/limiter.ts'
import type { HostAdmins } from './admins.ts'
import texts from './provider-alerts.json' with { type: 'json' }

/** Time for which an outage lasts before it is reported, in ms; other troubles end only when somebody acts. */
const OUTAGE_MS = 10 * 60_000
const OUTAGES: ReadonlySet<ProviderTrouble['kind']> = new Set(['rate-limited', 'unavailable', 'timeout'])

interface AlertTexts extends Pick<Mail, 'subject' | 'text'> {
  readonly troubles: Readonly<Record<ProviderTrouble['kind'], string>>
}
const TEXTS: Readonly<Record<Locale, AlertTexts>> = texts

export interface ProviderAlertDependencies {
  readonly database: Database
  readonly admins: Pick<HostAdmins, 'addresses'>
  /** undefined: this server sends no mail */
  readonly mailer: Mailer | undefined
  /** the URL at which users reach this server; undefined if the host did not configure it */
  readonly publicUrl: string | undefined
  readonly providers: () => Promise<readonly HostProvider[]>
  /** called with the error when a mail could not be sent; the error contains nothing of the mail */
  readonly onFailure: (failure: unknown) => void
  /** milliseconds since 1970 */
  readonly now: () => number
}

/** Tells the operators by mail about a provider that fails or soon will, once a day for each trouble. */
export async function sendProviderAlerts({
  database,
  admins,
  mailer,
  publicUrl,
  providers,
  onFailure,
  now,
}: ProviderAlertDependencies): Promise<void> {
  // A mail needs a link, and without a request there are no headers to derive the server's URL from.
  if (mailer === undefined || publicUrl === undefined) return
  const nowMs = now()
  const due = (await providers()).flatMap(({ id, trouble }) =>
    trouble && isDue(trouble, nowMs) ? [{ id, trouble }] : [],
  )
  if (due.length === 0) return
  const locale = await hostLocale(database)
  const addresses = await admins.addresses()
  const limiter = new Limiter(databaseCounters(database), now)
  for (const { id, trouble } of due) {
    const key = `provider alert ${trouble.kind} ${id}`
    if (!(await limiter.tryUse({ key, limit: 1, window: DAY_MS }))) continue
    const mail = alertMail(id, trouble, locale, `${publicUrl}/${locale}/host#models`)
    // A failing address does not prevent mails to the others.
    await Promise.all(addresses.map((to) => mailer.send({ to, ...mail }).catch(onFailure)))
  }
}

const isDue = ({ kind, since }: ProviderTrouble, nowMs: number) =>
  !OUTAGES.has(kind) || nowMs - Date.parse(since) >= OUTAGE_MS

function alertMail(
  provider: string,
  { kind, since }: ProviderTrouble,
  locale: Locale,
  link: string,
): Pick<Mail, 'subject' | 'text'> {
  const { subject, text, troubles } = TEXTS[locale]
  const time = new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' })
  const values: Readonly<Record<string, string>> = {
    provider,
    time: `${time.format(new Date(since))} UTC`,
    link,
  }
  const fill = (template: string) =>
    template.replaceAll(/\{(\w+)\}/g, (placeholder, key: string) => values[key] ?? placeholder)
  return { subject: fill(subject), text: fill(text.replace('{trouble}', troubles[kind])) }
}

const LOCALE_SETTING = 'locale'

async function hostLocale(database: Database): Promise<Locale> {
  const stored: unknown = JSON.parse((await readHostSetting(database, LOCALE_SETTING))?.value ?? 'null')
  return LOCALES.find((locale) => locale === stored) ?? DEFAULT_LOCALE
}

/** Keeps the language in which an operator last opened the administration: the language of mail without a request. */
export async function keepHostLocale(database: Database, locale: Locale, now: number): Promise<void> {
  if ((await readHostSetting(database, LOCALE_SETTING))?.value === JSON.stringify(locale)) return
  await storeHostSetting(database, LOCALE_SETTING, JSON.stringify(locale), now)
}

import { DAY_MS } from '@vee/contract/time/durations'
import { afterEach, beforeEach, expect, it } from 'vitest'
import type { ProviderTrouble } from '@vee/contract/entities/model-endpoint'
import { openTestDatabase } from '#db/fixtures/test-database.ts'
import type { Database } from '#db/schema.ts'
import { startSmtp, type SmtpServer } from '../../../../fakes/smtp/index.ts'
import { createSmtpMailer } from '../../adapters/smtp-mailer.ts'
import { createPeople } from '../organizations/fixtures/people.ts'
import { createHostAdmins } from './admins.ts'
import { keepHostLocale, sendProviderAlerts } from './provider-alerts.ts'

const NOON = Date.UTC(2026, 10, 21, 12)

let database: Database
let smtp: SmtpServer
let clock: number
let failures: unknown[]

beforeEach(async () => {
  database = await openTestDatabase()
  smtp = await startSmtp()
  clock = NOON
  failures = []
  const people = createPeople(database, () => clock)
  await people.person('hana')
  clock += 1
  await people.person('bob')
})
afterEach(async () => {
  await smtp.close()
})

const trouble = (kind: ProviderTrouble['kind'], minutesAgo: number): ProviderTrouble => ({
  kind,
  since: new Date(clock - minutesAgo * 60_000).toISOString(),
})

interface Given {
  readonly hostAdmins?: readonly string[]
  readonly publicUrl?: string | undefined
  readonly hasMailer?: boolean
}

const alert = (
  troubles: Readonly<Record<string, ProviderTrouble | null>>,
  { hostAdmins = [], publicUrl = 'https://vee.example.org', hasMailer = true }: Given = {},
) =>
  sendProviderAlerts({
    database,
    admins: createHostAdmins({ database, hostAdmins, canProveEmails: false, now: () => clock }),
    mailer: hasMailer ? createSmtpMailer({ url: smtp.url, from: 'vee@example.org' }) : undefined,
    publicUrl: publicUrl === '' ? undefined : publicUrl,
    providers: async () =>
      Object.entries(troubles).map(([id, warning]) => ({
        id,
        name: id,
        service: 'llm',
        available: true,
        reason: null,
        hint: null,
        envVar: null,
        trouble: warning,
      })),
    onFailure: (failure) => failures.push(failure),
    now: () => clock,
  })
const received = () => smtp.mails.map(({ to }) => to)

it('tells the operator once a day that a key is rejected', async () => {
  await alert({ openai: trouble('unauthorized', 0), anthropic: null })
  await alert({ openai: trouble('unauthorized', 0) })
  expect(received()).toEqual(['hana@example.org'])
  const [mail] = smtp.mails
  expect(mail?.content).toContain('Subject: openai needs attention on your Vee server')
  expect(mail?.content).toContain('The key of openai has been rejected since November 21, 2026')
  expect(mail?.content).toContain('https://vee.example.org/en/host#models')
  clock += DAY_MS
  await alert({ openai: trouble('unauthorized', 1_440) })
  expect(received()).toHaveLength(2)
})

it('reports an outage after ten minutes, and each kind of trouble by itself', async () => {
  await alert({ openai: trouble('unavailable', 9) })
  expect(received()).toEqual([])
  await alert({ openai: trouble('unavailable', 10) })
  await alert({ openai: trouble('low-credit', 0) })
  expect(received()).toHaveLength(2)
})

it('writes to the operators of the settings, in the language in which one opened the administration', async () => {
  await keepHostLocale(database, 'de-DE', clock)
  await alert(
    { openrouter: { kind: 'expiring', since: '2026-11-25T08:30:00Z' } },
    { hostAdmins: ['bob@example.org', 'nobody@example.org'] },
  )
  expect(received()).toEqual(['bob@example.org'])
  const body = (smtp.mails[0]?.content ?? '').replaceAll('=\n', '')
  expect(body).toContain('/de-DE/host#models')
  expect(body).toMatch(/25\. November 2026 um 08:30 UTC/)
})

it.each([{ hasMailer: false }, { publicUrl: '' }])('sends nothing with %j', async (given) => {
  await alert({ openai: trouble('no-credit', 0) }, given)
  expect(received()).toEqual([])
})

it('reports a mail that could not be sent, and fails nothing else', async () => {
  smtp.refuseRecipients()
  await alert({ openai: trouble('no-credit', 0) })
  expect(failures).toHaveLength(1)
})

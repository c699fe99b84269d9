import { readFile } from 'node:fs/promises'
import { startSmtp, type SmtpServer } from '../../fakes/smtp/index.ts'
import { expect, test as base, type Download } from '../test.ts'
import { callAs, foundTeam, inviteByCall, personIn, tokenOf } from './people.ts'

const ANN = 'ann@example.org'
const BOB = 'bob@example.org'
/** Daily tokens of the pool per paid seat. */
const SEAT = 2_000_000

const test = base.extend<{ readonly smtp: SmtpServer }>({
  smtp: async ({}, provide) => {
    const smtp = await startSmtp()
    await provide(smtp)
    await smtp.close()
  },
  settings: async ({ smtp }, provide) =>
    provide({ SMTP_URL: smtp.url, PUBLIC_URL: 'https://vee.example', INVITE_TTL_SECONDS: '4' }),
})

const textOf = async (download: Download) => readFile(await download.path(), 'utf8')

test('a pool that runs out is announced by mail and on the page, and its usage and log can be downloaded', async ({
  browser,
  vee,
  upstream,
  smtp,
}) => {
  const ann = await personIn(browser, vee.url, ANN)
  // The first account is the host's, and assigns itself the plan that includes a pool.
  const asAnn = callAs(vee.url, await tokenOf(vee.url, ANN))
  const me = (await asAnn('GET', '/auth')).user.id
  await asAnn('PATCH', `/host/users/${me}`, { planOverride: 'organization' })
  const hers = await foundTeam(ann, 'Harbour')
  await expect(hers.getByText('0 of 2,000,000 tokens used')).toBeVisible()

  const spend = async (tokens: number) => {
    upstream.script({ text: 'Yes.', usage: { promptTokens: tokens, completionTokens: 0 } })
    await asAnn('POST', '/chat', { messages: [{ role: 'user', content: 'Is it tight?' }] })
  }
  await spend(0.8 * SEAT)
  await expect(hers.getByText('80% of today’s pool is used')).toBeVisible()
  await expect.poll(() => smtp.mails.map(({ to }) => to)).toEqual([ANN])
  expect(smtp.mails[0]?.content).toContain('Harbour')
  await spend(0.2 * SEAT)
  await expect(hers.getByText('Today’s pool is used up')).toBeVisible()
  await expect.poll(() => smtp.mails.length).toBe(2)

  await hers.getByRole('tab', { name: 'Usage' }).click()
  await hers.getByLabel('Group by').selectOption('Member')
  await expect(hers.getByRole('row', { name: /ann@example.org 2,000,000/ })).toBeVisible()
  const usage = ann.waitForEvent('download')
  await hers.getByRole('button', { name: 'Download CSV' }).click()
  expect(await textOf(await usage)).toMatch(
    /^\uFEFFmember,tokens,cost_usd,requests\r\nann@example\.org,2000000,[\d.]+,2\r\n$/,
  )
  await hers.getByRole('tab', { name: 'Audit log' }).click()
  const log = ann.waitForEvent('download')
  await hers.getByRole('button', { name: 'Download CSV' }).click()
  expect(await textOf(await log)).toMatch(
    /^\uFEFFat,actor,action,target,before,after\r\n\S+Z,ann@example\.org,organization\.created,Harbour,,\r\n$/,
  )
})

test('a used or expired link explains it, and leads back', async ({ browser, vee }) => {
  const asAnn = callAs(vee.url, await tokenOf(vee.url, ANN))
  const { id } = await asAnn('POST', '/organizations', { name: 'Harbour' })
  const asBob = callAs(vee.url, await tokenOf(vee.url, BOB))
  const used = await inviteByCall(asAnn, id, BOB)
  await asBob('POST', `/organizations/invites/${used}/accept`, {})
  const late = await inviteByCall(asAnn, id, 'cy@example.org')

  const cy = await personIn(browser, vee.url, 'cy@example.org')
  await cy.goto(`/en/invite/${used}`)
  await expect(cy.getByRole('main').getByText('This invite has already been used.')).toBeVisible()
  await expect.poll(async () => (await asAnn('GET', '/organizations')).organizations[0].seats.pending).toBe(0)
  await cy.goto(`/en/invite/${late}`)
  await expect(cy.getByRole('main').getByText('This invite has expired. Ask for a new one.')).toBeVisible()
  await cy.getByRole('link', { name: 'Back to settings' }).click()
  await expect(cy).toHaveURL(/\/en\/settings/)
})

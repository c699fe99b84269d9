import { expect } from '../test.ts'
import { test } from '../talk/talk-page.ts'
import { axeFaults } from '../axe.ts'
import { personIn } from '../teams/people.ts'
import { startUpstream } from '../../fakes/upstream/index.ts'
import { openSharedAccess } from './sign-up.ts'

// As `npm start` has it: with voices of this machine, of which Flite is always there.
test.use({ hasVendor: false, settings: { TTS_PROVIDERS: 'openai,espeak,flite' } })

test('the passphrase holder on this machine sees what works and who can set it up', async ({
  page,
  vee,
  talk,
}) => {
  await talk.open()
  const badge = page.getByRole('contentinfo')
  await expect(badge.getByRole('link', { name: 'No model connected' })).toHaveAttribute(
    'href',
    `/en/register?redirect=${encodeURIComponent('/en/host#connect')}`,
  )

  await page.goto('/en/login')
  await openSharedAccess(page)
  await page.getByLabel('Global password').fill(vee.passphrase)
  await page.keyboard.press('Enter')
  await expect(talk.field).toBeVisible()
  const notice = page.getByRole('region', { name: 'Set up Vee' })
  await notice.getByRole('button', { name: 'Set up Vee' }).click()
  const dialog = page.getByRole('dialog', { name: 'Set up Vee' })
  await expect(dialog.getByRole('definition')).toHaveText([
    'Built-in responder, without a model',
    /Vee|browser|Download/,
    /^The browser’s voices; where it has none, (?:eSpeak NG|Flite) · on this server$/,
  ])
  await expect(dialog.getByText(/^The first account on this server sets it up/)).toBeVisible()
  await expect(dialog.getByRole('link', { name: 'Create an account' })).toHaveAttribute(
    'href',
    '/en/register',
  )
  await page.keyboard.press('Escape')

  await notice.getByRole('button', { name: 'Hide this notice' }).click()
  await page.reload()
  // The badge still leads to setup.
  await badge.getByRole('button', { name: 'No model connected' }).click()
  await expect(dialog).toBeVisible()
  await expect(notice).toHaveCount(0)
})

test('the first account is offered the setup of its server, and the second one is not', async ({
  browser,
  vee,
}) => {
  const host = await personIn(browser, vee.url, 'hana@example.org')
  await host.goto('/en/pro')
  await host.getByRole('contentinfo').getByRole('link', { name: 'No model connected' }).click()
  const form = host.getByRole('dialog')
  await expect(form.getByLabel(/key/i).first()).toBeVisible()
  expect(await axeFaults(host, { within: '[role=dialog]' })).toEqual([])
  await form.getByRole('button', { name: 'Cancel' }).click()
  await expect(host).toHaveURL('/en/host#models')
  await host.getByRole('tab', { name: 'Setup' }).click()
  await expect(host.getByRole('region', { name: 'Speech recognition' })).toBeVisible()

  const member = await personIn(browser, vee.url, 'mia@example.org')
  await member.goto('/en/pro')
  await member.getByRole('button', { name: 'No model connected' }).click()
  await expect(member.getByRole('dialog').getByText(/^The first account on this server/)).toBeVisible()
  await expect(member.getByRole('link', { name: 'Connect a model' })).toHaveCount(0)
})

test('the page has the models of an endpoint as soon as the host has saved it', async ({ browser, vee }) => {
  const upstream = await startUpstream({ models: ['house-large'] })
  const host = await personIn(browser, vee.url, 'hana@example.org')
  await host.goto('/en/host#connect')
  const form = host.getByRole('dialog')
  await form.getByRole('button', { name: 'Cancel' }).click()
  await expect(host.getByText('No models yet')).toBeVisible()
  await host.getByRole('button', { name: 'Add endpoint' }).click()
  await form.getByLabel('Service').selectOption('vLLM')
  await form.getByLabel('Address').fill(`${upstream.url}/v1`)
  upstream.script({ text: 'Good day' })
  await form.getByRole('button', { name: 'Test and save' }).click()
  await expect(host.getByText('Endpoint saved')).toBeVisible()
  await expect(host.getByRole('list', { name: 'Model catalog' })).toContainText('house-large')
  await expect(host.getByRole('contentinfo').getByRole('link', { name: 'No model connected' })).toHaveCount(0)
  await host.getByRole('tab', { name: 'Setup' }).click()
  await expect(
    host.getByRole('listitem').filter({ hasText: 'vLLM' }).filter({ hasText: 'Ready' }),
  ).toBeVisible()

  await host.getByRole('tab', { name: 'Models' }).click()
  await host.getByRole('button', { name: 'Remove', exact: true }).click()
  await host.getByRole('dialog').getByRole('button', { name: 'Remove', exact: true }).click()
  await expect(host.getByText('No models yet')).toBeVisible()
  await expect(host.getByRole('contentinfo').getByRole('link', { name: 'No model connected' })).toBeVisible()
  await upstream.close()
})

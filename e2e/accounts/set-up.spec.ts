import { expect } from '../test.ts'
import { test } from '../talk/talk-page.ts'
import { axeFaults } from '../axe.ts'
import { personIn } from '../teams/people.ts'
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

import { expect } from '../test.ts'
import { test } from '../talk/talk-page.ts'
import { axeFaults } from '../axe.ts'
import { personIn } from '../teams/people.ts'

// As `npm start` has it: with voices of this machine, of which Flite is always there.
test.use({ hasVendor: false, settings: { TTS_PROVIDERS: 'openai,espeak,flite' } })

test('the passphrase holder on this machine sees what works and who can set it up', async ({
  page,
  vee,
  talk,
}) => {
  await talk.open()
  await expect(page.getByText('No model connected')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Set up Vee' })).toHaveCount(0)

  await page.goto('/en/login')
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
  await expect(page.getByRole('contentinfo').getByRole('button', { name: 'Set up Vee' })).toBeVisible()
  await expect(notice).toHaveCount(0)
})

test('the first account is offered the setup of its server, and the second one is not', async ({
  browser,
  vee,
}) => {
  const host = await personIn(browser, vee.url, 'hana@example.org')
  await host.goto('/en/pro')
  await host.getByRole('contentinfo').getByRole('button', { name: 'Set up Vee' }).click()
  const dialog = host.getByRole('dialog', { name: 'Set up Vee' })
  await expect(dialog.getByRole('definition')).toHaveCount(3)
  expect(await axeFaults(host, { within: '[role=dialog]' })).toEqual([])
  await dialog.getByRole('link', { name: 'Open the setup' }).click()
  await expect(host.getByRole('tab', { name: 'Setup' })).toHaveAttribute('aria-selected', 'true')
  await expect(host.getByRole('region', { name: 'Hears' })).toBeVisible()

  const member = await personIn(browser, vee.url, 'mia@example.org')
  await member.goto('/en/pro')
  await expect(member.getByText('No model connected')).toBeVisible()
  await expect(member.getByRole('button', { name: 'Set up Vee' })).toHaveCount(0)
})

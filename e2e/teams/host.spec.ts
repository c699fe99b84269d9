import { axeFaults } from '../axe.ts'
import { expect, test } from '../test.ts'
import { personIn } from './people.ts'

const ANN = 'ann@example.org'
const BOB = 'bob@example.org'

test('only the first account is the host', async ({ browser, vee }) => {
  const ann = await personIn(browser, vee.url, ANN)
  const bob = await personIn(browser, vee.url, BOB)
  await bob.goto('/en/pro')
  await bob.getByRole('button', { name: 'Account menu' }).click()
  await expect(bob.getByRole('dialog').getByRole('link', { name: 'Settings' })).toBeVisible()
  await expect(bob.getByRole('dialog').getByRole('link', { name: 'Server' })).toHaveCount(0)
  await bob.goto('/en/host')
  await expect(bob.getByText('Administrators only')).toBeVisible()

  await ann.goto('/en/settings')
  const settings = ann.getByRole('navigation', { name: 'Settings sections' })
  await expect(settings.getByRole('link').first()).toHaveText('Server')
  await ann.goto('/en/pro')
  await ann.getByRole('button', { name: 'Account menu' }).click()
  await ann.getByRole('dialog').getByRole('link', { name: 'Server' }).click()
  await expect(ann).toHaveURL('/en/host')
  await ann.keyboard.press('ControlOrMeta+k')
  await ann.getByRole('combobox').fill('server')
  await expect(ann.getByRole('option', { name: 'Server', exact: true })).toBeVisible()
  await ann.keyboard.press('Escape')
  await expect(ann.getByRole('row', { name: /Built-in responder Language model Ready/ })).toBeVisible()
  await expect(ann.getByText('Not connected')).toHaveCount(0)
  await expect(ann.getByText('people who can log in here')).toBeVisible()
  await ann.getByRole('tab', { name: 'Setup' }).click()
  await ann
    .getByRole('list', { name: 'Not connected' })
    .getByRole('button', { name: 'Connect Anthropic' })
    .click()
  const form = ann.getByRole('dialog')
  await expect(form.getByLabel('Name', { exact: true })).toHaveValue('Anthropic')
  await form.getByRole('button', { name: 'Cancel' }).click()

  await ann.getByRole('tab', { name: 'Limits and access' }).click()
  await ann.getByLabel('Text; leave empty for none').fill('Away from 22:00 UTC.')
  await ann.getByRole('button', { name: 'Save notice' }).click()
  await expect(ann.getByText('Notice saved')).toBeVisible()
  await ann.getByLabel('Demo replies per day and IP address').fill('many')
  await ann.getByRole('button', { name: 'Save limits' }).click()
  await expect(ann.getByText('Use a number of at least 0, or leave it empty.')).toBeVisible()
  await ann.getByLabel('Demo replies per day and IP address').fill('3')
  await ann.getByRole('button', { name: 'Save limits' }).click()
  await expect(ann.getByText('Limits saved')).toBeVisible()
  await ann.getByRole('button', { name: 'Generate new global password' }).click()
  await ann.getByRole('dialog').getByRole('button', { name: 'Generate new global password' }).click()
  await expect(ann.getByText(/^[0-9a-z]{4}(-[0-9a-z]{4}){3}$/)).toBeVisible()
  // The server caches its status for 5 s.
  await expect(async () => {
    await bob.reload()
    await expect(bob.getByText('Away from 22:00 UTC.')).toBeVisible({ timeout: 2_000 })
  }).toPass({ timeout: 20_000 })
  await bob.getByRole('button', { name: 'Hide notice' }).click()
  await expect(bob.getByText('Away from 22:00 UTC.')).toHaveCount(0)
  const asked = bob.waitForResponse('**/api/system/llm-status')
  await bob.reload()
  await asked
  await expect(bob.getByText('Away from 22:00 UTC.')).toHaveCount(0)

  await ann.getByRole('tab', { name: 'Accounts' }).click()
  await ann.getByLabel(`Plan of ${BOB}`).selectOption('Assigned: Creator')
  await expect(ann.getByText('Plan updated')).toBeVisible()
  await ann.getByRole('button', { name: `Disable: ${BOB}` }).click()
  await ann.getByRole('dialog').getByRole('button', { name: 'Disable' }).click()
  await expect(ann.getByText('Account disabled')).toBeVisible()
  await bob.goto('/en/settings')
  await expect(bob).toHaveURL(/\/en\/login/)
  await ann.getByRole('button', { name: `Delete: ${BOB}` }).click()
  await ann.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
  await expect(ann.getByText('Account deleted')).toBeVisible()
  await expect(ann.getByRole('row', { name: new RegExp(BOB) })).toHaveCount(0)

  await ann.getByRole('tab', { name: 'Audit log' }).click()
  await expect(ann.getByRole('row', { name: /Demo limit changed .* 3$/ })).toBeVisible()
  expect(await axeFaults(ann, { within: '#content' })).toEqual([])
})

import { axeFaults } from '../axe.ts'
import { expect, test } from '../test.ts'
import { PASSWORD } from './sign-up.ts'

test.use({ hasVendor: false })

test('a new server leads to the form of a key in four presses', async ({ page }) => {
  await page.goto('/en')
  await expect(page.getByText('This is your server: connect a model.')).toBeVisible()
  await expect(page.getByRole('contentinfo').getByRole('link', { name: 'No model connected' })).toBeVisible()
  // One.
  await page.getByRole('link', { name: 'Connect a model' }).click()
  await page.getByLabel('Email').fill('hana@example.org')
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
  // Two, and three.
  await page.getByRole('checkbox', { name: /I accept the terms/ }).check()
  await page.getByRole('button', { name: 'Continue' }).click()
  // Four.
  await page.getByRole('button', { name: 'Start free' }).click()
  await expect(page).toHaveURL('/en/host#connect')
  const form = page.getByRole('dialog')
  await expect(form.getByLabel(/key/i).first()).toBeVisible()
  expect(await axeFaults(page, { within: '[role=dialog]' })).toEqual([])
  await form.getByRole('button', { name: 'Cancel' }).click()
  await page.getByRole('contentinfo').getByRole('link', { name: 'No model connected' }).click()
  await expect(form.getByLabel(/key/i).first()).toBeVisible()
})

test('the built-in responder leads to the same form', async ({ page }) => {
  await page.goto('/en')
  await page.getByRole('textbox', { name: /^Message/ }).fill('How do I connect a model?')
  await page.getByRole('textbox', { name: /^Message/ }).press('Enter')
  await expect(page.getByRole('log').getByRole('link', { name: 'Server, Models' })).toHaveAttribute(
    'href',
    '/host#connect',
  )
})

test('the greeting is a sentence that says who is who', async ({ page }) => {
  await page.goto('/en')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Hello, I’m V. Talk or type.')
  await expect(page.getByText('V is an assistant in Vee, this app.')).toBeVisible()
})

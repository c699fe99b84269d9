import { axeFaults } from '../axe.ts'
import { startOidc, type OidcServer } from '../../fakes/oidc/index.ts'
import { expect, test as base } from '../test.ts'
import { signInElsewhere } from './sign-in-elsewhere.ts'

const test = base.extend<{ readonly oidc: OidcServer }>({
  oidc: async ({}, provide) => {
    const oidc = await startOidc()
    await provide(oidc)
    await oidc.close()
  },
  settings: async ({ oidc }, provide) => provide(oidc.settings),
  vee: async ({ vee, oidc }, provide) => {
    oidc.allow(`${vee.url}/login`)
    await provide(vee)
  },
})

test('an identity provider signs in, and redirects to the requested page', async ({ page, oidc }) => {
  oidc.know('ada', { sub: 'ada', email: 'ada@example.org', email_verified: true, name: 'Ada' })
  await page.goto('/en/settings')
  await expect(page).toHaveURL(/\/en\/login\?redirect=/)
  await signInElsewhere(page, 'ada')
  await expect(page).toHaveURL('/en/settings')
  await expect(page.getByRole('button', { name: 'Account menu' })).toBeVisible()
})

test('earlier conversations are imported, and another sign-in allows deleting the account', async ({
  page,
  oidc,
  upstream,
}) => {
  oidc.know('ada', { sub: 'ada', email: 'ada@example.org', email_verified: true, name: 'Ada' })
  upstream.script({ text: 'A lighthouse.' })
  await page.goto('/en')
  await page.getByRole('textbox', { name: /^Message/ }).fill('What blinks by the sea?')
  await page.getByRole('textbox', { name: /^Message/ }).press('Enter')
  await expect(page.getByText('A lighthouse.', { exact: true })).toBeVisible()
  await page.goto('/en/login?redirect=/en/settings%23account')
  await signInElsewhere(page, 'ada')
  await expect(page.getByText('Your earlier conversations were added to your history.')).toBeVisible()

  // The error that the server returns after a quarter of an hour.
  const stale = {
    error: 'FORBIDDEN',
    message: 'Sign in again first.',
    requestId: 'r',
    details: { signInAgain: true },
  }
  await page.route('**/api/account/delete', (route) => route.fulfill({ status: 403, json: stale }), {
    times: 1,
  })
  const dialog = page.getByRole('dialog', { name: 'Delete account' })
  const typeAddress = async () => {
    await page.getByRole('button', { name: 'Delete account' }).click()
    await expect(dialog.getByLabel('Current password')).toBeHidden()
    await dialog.getByLabel(/^Type your email/).fill('ada@example.org')
    await dialog.getByRole('button', { name: 'Delete permanently' }).click()
  }
  const before = await page.evaluate(() => sessionStorage.getItem('vee.auth-token'))
  await typeAddress()
  await expect(dialog.getByText(/^Log in again to confirm/)).toBeVisible()
  expect(await axeFaults(page)).toEqual([])
  await dialog.getByRole('button', { name: 'Log in again' }).click()
  // The page is left and opened again meanwhile.
  const token = () => page.evaluate(() => sessionStorage.getItem('vee.auth-token')).catch(() => before)
  await expect.poll(token).not.toBe(before)
  await expect(page).toHaveURL('/en/settings#account')
  const ended = await page.request.get('/api/auth', { headers: { authorization: `Bearer ${before}` } })
  expect(ended.status()).toBe(401)
  await typeAddress()
  await expect(page).toHaveURL(/\/login$/)
})

test("an unverified address signs no one in, and neither does another user's link", async ({
  page,
  oidc,
}) => {
  oidc.know('bob', { sub: 'bob', email: 'bob@example.org', email_verified: false })
  await page.goto('/en/login')
  await signInElsewhere(page, 'bob')
  await expect(page.getByRole('alert')).toContainText('The provider has not verified your email address')
  expect(await axeFaults(page)).toEqual([])
  await page.goto('/en/login?code=somebody&state=elses')
  await expect(page.getByRole('alert')).toContainText('Login failed. Try again.')
  await page.getByRole('link', { name: 'Back to log in' }).click()
  await expect(page.getByRole('button', { name: 'Example University' })).toBeVisible()
})

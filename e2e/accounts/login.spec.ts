import { startSmtp } from '../../fakes/smtp/index.ts'
import { expect, test } from '../test.ts'
import { startVee } from '../vee.ts'
import { makeAccount, openSharedAccess, PASSWORD } from './sign-up.ts'

const EMAIL = 'ada@example.org'

test('an account signs in by email, for the tab only unless remembered', async ({ page, vee }) => {
  await makeAccount(vee.url, EMAIL)
  await page.goto('/en/login?redirectTo=%2Fen%2Fsettings')
  const personal = page.locator('form').filter({ hasText: 'Personal Account' })
  await expect(personal.getByRole('checkbox', { name: 'Remember me' })).not.toBeChecked()
  await page.getByRole('button', { name: 'Log in with email' }).click()
  await expect(personal.getByText('Email and password are required.')).toBeVisible()
  await expect(personal.getByLabel('Email')).toBeFocused()
  await personal.getByLabel('Email').fill(EMAIL)
  await personal.getByLabel('Password').fill('not this one')
  await page.getByRole('button', { name: 'Log in with email' }).click()
  await expect(personal.getByText('Invalid credentials')).toBeVisible()
  await expect(personal.getByLabel('Password')).toBeFocused()
  await personal.getByLabel('Password').fill(PASSWORD)
  await personal.getByLabel('Password').press('Enter')
  await expect(page).toHaveURL('/en/settings')
  expect(await page.evaluate(() => localStorage.getItem('vee.auth-token'))).toBeNull()
})

test('an error is visible on a phone too', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto('/en/login')
  const personal = page.locator('form').filter({ hasText: 'Personal Account' })
  await personal.getByLabel('Email').fill(EMAIL)
  await personal.getByLabel('Password').fill('not this one')
  await personal.getByLabel('Password').press('Enter')
  await expect(personal.getByText('Invalid credentials')).toBeInViewport({ ratio: 1 })
})

test('the passphrase has a separate section, and redirects to other sites are ignored', async ({
  page,
  vee,
}) => {
  await page.goto('/en/login?redirect=%2F%2Fevil.example')
  const global = page.getByRole('region', { name: 'Global Access' })
  await expect(page.getByLabel('Email')).toBeFocused()
  await openSharedAccess(page)
  await page.getByRole('button', { name: 'Log in with global password' }).click()
  await expect(global.getByText('Global password is required.')).toBeVisible()
  await global.getByLabel('Global password').fill(vee.passphrase)
  await global.getByRole('checkbox', { name: 'Remember me' }).check()
  await page.getByRole('button', { name: 'Log in with global password' }).click()
  await expect(page).toHaveURL('/en/pro')
  expect(await page.evaluate(() => localStorage.getItem('vee.auth-token'))).not.toBeNull()
})

test('providers that are not configured are no buttons', async ({ page }) => {
  await page.goto('/en/login')
  await expect(page.getByText('or continue with')).toBeVisible()
  await expect(page.getByText('Supabase authentication is not configured.')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Supabase' })).toHaveCount(0)
  await page.getByLabel('Email').fill(EMAIL)
  await page.getByRole('button', { name: 'Forgot password?' }).click()
  await page.getByRole('button', { name: 'Send link' }).click()
  await expect(page.getByRole('dialog').getByText(/^This server cannot send email/)).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('button', { name: 'Forgot password?' })).toBeFocused()
})

test.describe('a server that sends mail', () => {
  test('has the same response for any address, and the link in the mail sets a new password once', async ({
    page,
  }) => {
    const smtp = await startSmtp()
    const vee = await startVee({ SMTP_URL: smtp.url })
    try {
      await makeAccount(vee.url, EMAIL)
      for (const email of ['nobody@example.org', EMAIL]) {
        await page.goto(`${vee.url}/en/login`)
        await page.getByLabel('Email').fill(email)
        await page.getByRole('button', { name: 'Forgot password?' }).click()
        await page.getByRole('button', { name: 'Send link' }).click()
        await expect(
          page.getByRole('dialog').getByText(/^If an account with this address exists/),
        ).toBeVisible()
      }
      await expect.poll(() => smtp.mails.map(({ to }) => to)).toEqual([EMAIL])
      const content = smtp.mails[0]?.content.replaceAll('=\n', '').replaceAll('=3D', '=') ?? ''
      const link = /http\S+#reset=\S+/.exec(content)?.[0] ?? ''

      const useLink = async (password: string) => {
        await page.goto('about:blank')
        await page.goto(link)
        await page.getByLabel('New password').fill(password)
        await page.getByRole('button', { name: 'Set password' }).click()
      }
      await useLink('letters')
      await expect(
        page.getByText('Use at least 8 characters with at least one number or symbol.'),
      ).toBeVisible()
      await useLink('another-harbour-8')
      await expect(page.getByText('Your new password is set. You can log in now.')).toBeVisible()
      await expect(page).toHaveURL(`${vee.url}/en/login`)
      await useLink('third-harbour-9')
      await expect(page.getByText(/^This link has expired or has already been used/)).toBeVisible()
      await page.getByRole('link', { name: 'Back to log in' }).click()
      await page.getByLabel('Email').fill(EMAIL)
      await page.getByLabel('Password', { exact: true }).fill('another-harbour-8')
      await page.getByLabel('Password', { exact: true }).press('Enter')
      await expect(page).toHaveURL(`${vee.url}/en/pro`)
    } finally {
      await vee.close()
      await smtp.close()
    }
  })
})

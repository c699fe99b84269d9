import { axeFaults } from '../axe.ts'
import { expect, test } from '../test.ts'
import { beginRegistration, makeAccount, PASSWORD, PRICED } from './sign-up.ts'

const EMAIL = 'ada@example.org'

test('without prices, one press after the account leads to a conversation', async ({ page }) => {
  await page.goto('/en/login')
  await page.getByRole('link', { name: 'Sign up' }).click()
  await beginRegistration(page, EMAIL)
  await expect(page).toHaveURL('/en/register/plan')
  await expect(page.getByRole('heading', { level: 1, name: 'Nothing to pay' })).toBeFocused()
  await expect(page.getByRole('listitem').filter({ hasText: 'Payment' })).toHaveCount(0)
  await expect(page.getByText('Plans')).toHaveCount(0)
  await page.getByRole('button', { name: 'Start free' }).click()
  await expect(page).toHaveURL('/en/register/success')
  await page.getByRole('link', { name: 'Start talking' }).click()
  await expect(page).toHaveURL('/en/pro')
})

test.describe('with prices', () => {
  test.use({ settings: PRICED })

  test('four steps lead from the start to a conversation', async ({ page }) => {
    await page.goto('/en/login')
    await page.getByRole('link', { name: 'Sign up' }).click()
    await expect(page).toHaveURL('/en/register')
    await beginRegistration(page, EMAIL)
    await expect(page).toHaveURL('/en/register/plan')
    await expect(page.getByRole('heading', { level: 1, name: 'Choose a plan' })).toBeFocused()
    await page.getByRole('button', { name: 'Continue' }).click()
    await expect(page.getByText('Choose a plan before continuing.')).toBeVisible()
    await page.getByRole('button', { name: 'Start free Free' }).click()
    await expect(page).toHaveURL('/en/register/success')
    await expect(page.getByText(`Your account for ${EMAIL} is ready.`)).toBeVisible()
    await page.getByRole('link', { name: 'Start talking' }).click()
    await expect(page).toHaveURL('/en/pro')
    await expect(page.getByRole('button', { name: 'Account menu' })).toBeVisible()
    await page.getByRole('button', { name: /^Assistant: V/ }).click()
    await page.getByRole('button', { name: 'Talk to Nerf' }).click()
    await expect(page.getByRole('button', { name: /^Assistant: Nerf/ })).toBeVisible()
    expect(await page.evaluate(() => sessionStorage.getItem('vee.registration.v1'))).toBeNull()
  })

  test('leaving the last step by any link signs in', async ({ page }) => {
    await page.goto('/en/register?plan=free')
    await beginRegistration(page, EMAIL)
    await page.getByRole('button', { name: 'Continue' }).click()
    await expect(page).toHaveURL('/en/register/success')
    await page.getByRole('link', { name: 'Vee, home' }).click()
    await expect(page).toHaveURL('/en/pro')
  })

  test('a paid plan explains that payment is not configured, and continues as Free', async ({ page }) => {
    await page.goto('/en/register')
    await beginRegistration(page, EMAIL)
    await page.getByRole('button', { name: 'Choose plan Creator' }).click()
    await page.getByRole('button', { name: 'Continue' }).click()
    await expect(page).toHaveURL('/en/register/payment')
    await expect(page.getByText('Payment is not set up on this server yet.')).toBeVisible()
    await page.getByRole('button', { name: 'Continue with Free' }).click()
    await expect(page).toHaveURL('/en/register/success')
  })

  test('the URL of a later step redirects to the first incomplete step', async ({ page }) => {
    for (const path of ['plan', 'payment', 'success']) {
      await page.goto(`/en/register/${path}`)
      await expect(page).toHaveURL('/en/register')
    }
    await beginRegistration(page, EMAIL)
    await expect(page).toHaveURL('/en/register/plan')
    for (const path of ['payment', 'success']) {
      await page.goto(`/en/register/${path}`)
      await expect(page).toHaveURL('/en/register/plan')
    }
  })

  test('a reload preserves everything except the password, which is never stored', async ({ page }) => {
    await page.goto('/en/register')
    await page.getByLabel('Email').fill(EMAIL)
    await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
    await page.reload()
    await expect(page.getByLabel('Email')).toHaveValue(EMAIL)
    await expect(page.getByLabel('Password', { exact: true })).toHaveValue('')
    await beginRegistration(page, EMAIL)
    await page.getByRole('button', { name: 'Choose plan Basic' }).click()
    await page.reload()
    await expect(page).toHaveURL('/en/register/plan')
    await expect(page.getByRole('button', { name: 'Choose plan Basic', pressed: true })).toBeVisible()
    const stored = await page.evaluate(() => JSON.stringify([localStorage, sessionStorage]))
    expect(stored).not.toContain(PASSWORD)
    await page.goBack()
    await expect(page.getByText(`Your account for ${EMAIL} has been created.`)).toBeVisible()
  })

  test('a taken address links to the login, and then to the requested page', async ({ page, vee }) => {
    await makeAccount(vee.url, EMAIL)
    await page.goto('/en/settings')
    await page.getByRole('link', { name: 'Sign up' }).click()
    await beginRegistration(page, EMAIL.toUpperCase())
    await expect(page.getByText('An account with this email address already exists.')).toBeVisible()
    await page.getByRole('main').getByRole('link', { name: 'Log in' }).click()
    await page.getByLabel('Email').fill(EMAIL)
    await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
    await page.getByRole('button', { name: 'Log in' }).last().click()
    await expect(page).toHaveURL('/en/settings')
  })

  test('a server error is shown, and the input is preserved', async ({ page }) => {
    await page.goto('/en/register')
    await page.route('**/api/auth/register', (route) => route.abort())
    await beginRegistration(page, EMAIL)
    await expect(
      page.getByText('We couldn’t save your details just yet. Try again in a moment.'),
    ).toBeVisible()
    await expect(page.getByLabel('Password', { exact: true })).toHaveValue(PASSWORD)
  })

  test('the plans and every step fit 320 pixels, without violations found by axe', async ({ page }) => {
    await page.setViewportSize({ width: 320, height: 640 })
    const check = async () => {
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      const overflow = await page
        .locator('main')
        .evaluate((main) => Math.max(main.scrollWidth, document.body.scrollWidth) - innerWidth)
      expect(overflow).toBeLessThanOrEqual(0)
      expect(await axeFaults(page)).toEqual([])
    }
    await page.goto('/en/about')
    await expect(page.getByRole('table', { name: 'Plans' })).toBeVisible()
    await check()
    await page.goto('/en/login')
    await check()
    await page.goto('/en/register')
    await check()
    await beginRegistration(page, EMAIL)
    await page.getByRole('link', { name: 'View full comparison' }).click()
    await expect(page.getByRole('table', { name: 'Plan comparison' })).toBeVisible()
    await check()
    await page.getByRole('button', { name: 'Contact us Organization' }).click()
    await page.getByRole('button', { name: 'Continue' }).click()
    await expect(page).toHaveURL('/en/register/payment')
    await check()
  })
})

import { expect, test } from '../test.ts'
import { arriveWith, logIn } from './visit.ts'

test.use({ isShared: true })

const TITLES = {
  '': 'Talk to V – Vee',
  '/pro': 'Talk – Vee',
  '/login': 'Log in – Vee',
  '/settings': 'Settings – Vee',
  '/register': 'Create an account – Vee',
  '/register/plan': 'Choose a plan – Vee',
  '/register/payment': 'Payment – Vee',
  '/register/success': 'Welcome – Vee',
  '/invite/abc': 'Invitation – Vee',
  '/invite': 'Invitation – Vee',
  '/about': 'About Vee – Vee',
  '/host': 'Server – Vee',
  '/meetings/abc': 'Meeting – Vee',
  '/nothing': 'Page not found – Vee',
} as const
const NEEDS_LOGIN = new Set(['/pro', '/settings', '/host', '/invite/abc', '/invite', '/meetings/abc'])
/** steps of a registration that require the first one */
const LATER_STEPS = new Set(['/register/plan', '/register/payment', '/register/success'])
const GUESTS_ONLY = new Set(['', '/login', '/register', ...LATER_STEPS])

test('a visitor reaches every public page and is asked to log in for the others', async ({ page }) => {
  await arriveWith(page, {})
  for (const [path, title] of Object.entries(TITLES)) {
    const address = `/en${path}`
    await page.goto(address)
    if (NEEDS_LOGIN.has(path)) {
      await expect(page).toHaveURL(`/en/login?redirect=${encodeURIComponent(address)}`)
    } else if (LATER_STEPS.has(path)) {
      await expect(page).toHaveURL('/en/register')
    } else {
      await expect(page).toHaveTitle(title)
      await expect(page).toHaveURL(address)
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    }
  }
})

test('a signed-in user reaches every other page and is redirected home from those for guests', async ({
  page,
  vee,
}) => {
  await arriveWith(page, { token: await logIn(vee.url, vee.passphrase) })
  for (const [path, title] of Object.entries(TITLES)) {
    await page.goto(`/en${path}`)
    if (GUESTS_ONLY.has(path)) await expect(page).toHaveURL('/en/pro')
    else await expect(page).toHaveTitle(title)
  }
})

test('a link without a token is reported as such', async ({ page, vee }) => {
  await arriveWith(page, { token: await logIn(vee.url, vee.passphrase) })
  await page.goto('/en/invite')
  await expect(page.getByText('This invite link is incomplete.')).toBeVisible()
})

test('a new page focuses its heading, and going back restores the scroll position', async ({ page }) => {
  await page.setViewportSize({ width: 900, height: 420 })
  await arriveWith(page, {})
  await page.goto('/en/about')
  const main = page.locator('main')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await main.evaluate((element) => element.scrollTo({ top: 240, behavior: 'instant' }))
  await page.getByRole('link', { name: 'Log in' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Log in' })).toBeFocused()
  await expect.poll(() => main.evaluate((element) => element.scrollTop)).toBe(0)
  await page.goBack()
  await expect(page.getByRole('heading', { level: 1, name: 'About Vee' })).toBeFocused()
  await expect.poll(() => main.evaluate((element) => element.scrollTop)).toBe(240)
})

test('the logo leads home, and reloads there', async ({ page }) => {
  await arriveWith(page, {})
  await page.goto('/en/about')
  const logo = page.getByRole('link', { name: 'Vee, home' })
  await logo.click()
  await expect(page).toHaveURL('/en')
  await page.evaluate(() => document.body.setAttribute('data-old', ''))
  await logo.click()
  await expect(page.locator('body[data-old]')).toHaveCount(0)
})

test('a part that cannot be loaded is reported', async ({ page }) => {
  await arriveWith(page, {})
  await page.route(/about-screen/, (route) => route.abort())
  await page.goto('/en/about')
  await expect(page.getByRole('heading', { name: 'Navigation Error' })).toBeVisible()
  await expect(page.getByText('Could not load the requested page.')).toBeVisible()
})

test('an ended session leads to the login with an explanation', async ({ page }) => {
  await arriveWith(page, { token: 'long-gone' })
  await page.goto('/en/settings')
  await expect(page).toHaveURL(
    '/en/login?sessionExpired=true&reason=unauthorized&redirectTo=%2Fen%2Fsettings',
  )
  await expect(page.getByText(/Your session has expired/)).toBeVisible()
})

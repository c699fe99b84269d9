import { expect, test } from '../test.ts'
import { arriveWith, logIn } from './visit.ts'

const SECTIONS = [
  'listening',
  'speaking',
  'language',
  'appearance',
  'conversation',
  'costs',
  'account',
  'keys',
  'usage',
  'billing',
  'teams',
  'memory',
  'knowledge',
  'data',
]

test.use({ viewport: { width: 1440, height: 900 } })

test('no section of the settings is longer than one and a half windows', async ({ page, vee }) => {
  await arriveWith(page, { token: await logIn(vee.url, vee.passphrase) })
  for (const section of SECTIONS) {
    await page.goto(`/en/settings#${section}`)
    await expect(page.locator(`#${section}`)).toBeVisible()
    const height = await page.locator('main').evaluate((main) => main.scrollHeight)
    expect(height, section).toBeLessThanOrEqual(1.5 * 900)
  }
})

test('a section has its own address, and Back returns to the previous one', async ({ page, vee }) => {
  await arriveWith(page, { token: await logIn(vee.url, vee.passphrase) })
  await page.goto('/en/settings#speaking')
  await page.getByRole('link', { name: 'Privacy and data' }).click()
  await expect(page).toHaveURL('/en/settings#data')
  await expect(page.getByRole('heading', { level: 2, name: 'Text to speech' })).toHaveCount(0)
  await page.goBack()
  await expect(page.getByRole('heading', { level: 2, name: 'Text to speech' })).toBeVisible()

  await page.getByRole('searchbox', { name: 'Search settings' }).fill('export')
  await page.getByRole('link', { name: 'Privacy and data' }).click()
  await expect(page.getByRole('button', { name: 'Export' })).toBeVisible()
})

test('each voice of the own language plays by one press', async ({ page, vee, upstream }) => {
  await arriveWith(page, { token: await logIn(vee.url, vee.passphrase) })
  await page.goto('/en/settings#speaking')
  const voices = page.getByRole('group', { name: 'Voice', exact: true })
  const rows = voices.getByRole('list').first().getByRole('listitem')
  await expect(rows.nth(1)).toBeVisible()
  expect(await rows.count()).toBeLessThanOrEqual(15)
  await expect(rows.getByRole('button', { name: /^(?:Play|Stop): / })).toHaveCount(await rows.count())
  await rows
    .nth(1)
    .getByRole('button', { name: /^Play: / })
    .click()
  await expect.poll(() => upstream.requests.some(({ path }) => path.endsWith('/audio/speech'))).toBe(true)
})

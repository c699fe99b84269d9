import type { Page } from '@playwright/test'
import { expect, test as base } from '../test.ts'
import { deploy, type Deployment } from './deployment.ts'
import { waitForServiceWorker } from './wait-for-service-worker.ts'

const test = base.extend<{ deployment: Deployment }>({
  deployment: async ({ vee }, provide) => {
    const deployment = await deploy(vee.url)
    await provide(deployment)
    await deployment.close()
  },
  baseURL: async ({ deployment }, provide) => {
    await provide(deployment.url)
  },
})
test.use({ serviceWorkers: 'allow' })

/** Marks the current page: a reload would remove the mark. */
const mark = (page: Page) => page.evaluate(() => Object.assign(window, { isMarked: true }))
const isMarked = (page: Page) => page.evaluate(() => 'isMarked' in window)
/** Checks for a new version, as the browser does by itself. */
const lookForNewVersion = (page: Page) =>
  page.evaluate(async () => void (await (await navigator.serviceWorker.ready).update()))
const untilReady = (page: Page) =>
  page.waitForFunction(async () => Boolean((await navigator.serviceWorker.getRegistration())?.waiting))
const notice = (page: Page) => page.getByText('A new version is ready')

test('the first visit is not a new version', async ({ page }) => {
  await page.goto('/en/')
  await waitForServiceWorker(page)
  await page.reload()
  await waitForServiceWorker(page)
  await expect(notice(page)).toBeHidden()
})

test('a new version is offered, and activated only by the user', async ({ page, deployment }) => {
  await page.goto('/en/')
  await waitForServiceWorker(page)
  await page.getByRole('textbox').fill('Half a thought')
  await mark(page)
  deployment.bringOutNewVersion()
  await lookForNewVersion(page)

  await expect(notice(page)).toBeVisible()
  expect(await isMarked(page)).toBe(true)
  await page.getByRole('button', { name: 'Reload' }).click()
  // During the reload there is no page to evaluate in.
  await expect.poll(() => isMarked(page).catch(() => true)).toBe(false)
  await expect(page.getByRole('textbox')).toHaveValue('Half a thought')
  expect(await page.evaluate(async () => (await navigator.serviceWorker.ready).waiting)).toBeNull()
  await expect(notice(page)).toBeHidden()
})

test('another tab is not reloaded, but shows an offer', async ({ page, context, deployment }) => {
  await page.goto('/en/')
  await waitForServiceWorker(page)
  const other = await context.newPage()
  await other.goto('/en/')
  await waitForServiceWorker(other)
  await mark(other)
  deployment.bringOutNewVersion()
  await lookForNewVersion(page)
  await expect(notice(page)).toBeVisible()
  await page.getByRole('button', { name: 'Reload' }).click()

  await other.bringToFront()
  await expect(notice(other).first()).toBeVisible()
  expect(await isMarked(other)).toBe(true)
})

test('nothing is offered during a reply, but after it', async ({ page, deployment, upstream }) => {
  await page.goto('/en/')
  await waitForServiceWorker(page)
  upstream.script({ text: 'one two three four', ending: 'hang', piecesBeforeEnding: 3 })
  await page.getByRole('textbox').fill('Count')
  await page.getByRole('textbox').press('Enter')
  await expect(page.getByText('one two')).toBeVisible()
  deployment.bringOutNewVersion()
  await lookForNewVersion(page)
  await untilReady(page)
  await expect(notice(page)).toBeHidden()

  // The first press stops the reply, another one its voice.
  await expect(async () => {
    await page.keyboard.press('Escape')
    await expect(notice(page)).toBeVisible({ timeout: 500 })
  }).toPass()
})

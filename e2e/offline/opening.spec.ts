import { expect, microphone, test } from '../test.ts'
import { waitForServiceWorker } from './wait-for-service-worker.ts'

test.use({ serviceWorkers: 'allow', ...microphone('question.wav') })

test('without network and server the shell opens, reports it, and preserves typed text', async ({
  page,
  context,
  vee,
}) => {
  await page.goto('/en/')
  await waitForServiceWorker(page)
  await vee.stop()
  await context.setOffline(true)

  await page.goto('/en/')
  const offline = page.getByRole('status').filter({ hasText: 'You appear to be offline' })
  await expect(offline).toContainText('everything is kept')
  await page.getByRole('textbox').fill('For later')
  await page.reload()
  await expect(page.getByRole('textbox')).toHaveValue('For later')

  await vee.start()
  await context.setOffline(false)
  await expect(offline).toBeHidden()
})

test('it opens in a language that was never used here', async ({ page, context }) => {
  await page.goto('/en/')
  await waitForServiceWorker(page)
  await context.setOffline(true)
  await page.goto('/ja-JP/')
  await expect(page.locator('html')).toHaveAttribute('lang', 'ja-JP')
  await expect(page.getByText('オフラインのようです')).toBeVisible()
})

test('an unresponsive server is reported even with a network', async ({ page, vee }) => {
  await page.goto('/en/')
  await waitForServiceWorker(page)
  await vee.stop()
  await page.reload()
  await expect(page.getByText('You appear to be offline')).toBeVisible()
})

test('an utterance recorded offline is stored, and transcribed when the network is back', async ({
  page,
  context,
}) => {
  await page.goto('/en/')
  await waitForServiceWorker(page)
  await context.setOffline(true)
  await page.reload()

  await page.getByRole('button', { name: 'Microphone: hold to talk' }).click()
  const finish = page.getByRole('button', { name: 'Microphone: tap to finish' })
  await expect(finish).toBeVisible()
  // Less than half a second is too short for a recording.
  const listeningSince = await page.evaluate(() => performance.now())
  await page.waitForFunction((since) => performance.now() - since > 1_000, listeningSince)
  await finish.click({ delay: 50 })
  const kept = page.getByRole('list', { name: 'Saved recordings' })
  await expect(kept).toBeVisible()

  await context.setOffline(false)
  await kept.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByRole('textbox')).toHaveValue('hello there')
})

test('API requests bypass the service worker', async ({ page }) => {
  await page.goto('/en/')
  await waitForServiceWorker(page)
  const kept = await page.evaluate(async () => {
    const stores = await Promise.all((await caches.keys()).map((name) => caches.open(name)))
    const requests = await Promise.all(stores.map((store) => store.keys()))
    return requests.flat().map(({ url }) => new URL(url).pathname)
  })
  expect(kept).toContain('/index.html')
  expect(kept.filter((path) => path.startsWith('/api'))).toEqual([])
  const megabytes = await page.evaluate(async () => ((await navigator.storage.estimate()).usage ?? 0) / 1e6)
  expect(megabytes).toBeLessThan(3)
})

import { expect, test } from '../test.ts'
import { arriveWith, logIn } from '../shell/visit.ts'
import { waitForServiceWorker } from './wait-for-service-worker.ts'

test.use({ serviceWorkers: 'allow' })

test('what another app shares becomes part of the message', async ({ page }) => {
  await page.goto('/en/')
  await waitForServiceWorker(page)
  await page.evaluate(async () => {
    const form = new FormData()
    form.set('title', 'Harbor')
    form.set('url', 'https://harbor.example/')
    form.append('files', new File(['High at noon'], 'tide, today.txt', { type: 'text/plain' }))
    form.append('files', new File(['Low at six'], 'ebb.md', { type: 'text/markdown' }))
    const opened = await fetch('/share', { method: 'POST', body: form })
    if (!opened.ok) throw new Error(`/share returned ${opened.status}`)
  })
  await page.goto('/')
  // Any website can send that form: nothing is added before the person agrees.
  await expect(page.getByText('Another app or website shared this with Vee:')).toBeVisible()
  await expect(page.getByText('tide, today.txt')).toBeVisible()
  await expect(page.getByRole('textbox')).toHaveValue('')
  await page.reload()
  await page.getByRole('button', { name: 'Add to message' }).click()
  const files = page.getByRole('list', { name: 'Attached files' })
  await expect(files.getByRole('listitem')).toHaveCount(2)
  await expect(files).toContainText('tide, today.txt')
  await expect(page.getByRole('textbox')).toHaveValue('Harbor\nhttps://harbor.example/')
  await page.reload()
  await expect(files.getByRole('listitem')).toHaveCount(2)
  await expect(page.getByText('Another app or website shared this with Vee:')).toBeHidden()
})

test('what another app shares can be discarded, and ends with the session', async ({ page, vee }) => {
  await arriveWith(page, { token: await logIn(vee.url, vee.passphrase) })
  await page.goto('/en/pro')
  await waitForServiceWorker(page)
  const share = () =>
    page.evaluate(async () => {
      const form = new FormData()
      form.set('text', 'planted')
      await fetch('/share', { method: 'POST', body: form })
    })
  await share()
  await page.goto('/')
  await page.getByRole('button', { name: 'Discard' }).click()
  await expect(page.getByText('planted')).toBeHidden()
  expect(await page.evaluate(() => caches.has('vee-shared'))).toBe(false)
  await share()
  await page.getByRole('button', { name: 'Account menu' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Log out' }).click()
  await expect(page).toHaveURL(/login/)
  expect(await page.evaluate(() => caches.has('vee-shared'))).toBe(false)
})

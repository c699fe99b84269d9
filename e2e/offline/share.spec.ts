import { expect, test } from '../test.ts'
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
  const files = page.getByRole('list', { name: 'Attached files' })
  await expect(files.getByRole('listitem')).toHaveCount(2)
  await expect(files).toContainText('tide, today.txt')
  await expect(page.getByRole('textbox')).toHaveValue('Harbor\nhttps://harbor.example/')
  await page.reload()
  await expect(files.getByRole('listitem')).toHaveCount(2)
})

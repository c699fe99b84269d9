import { writeFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { logInByEmail, makeAccount } from '../accounts/sign-up.ts'
import { pdf } from '../files/pdf.ts'
import { openUploadGate, type UploadGate } from '../files/upload-gate.ts'
import { expect, microphone, test as base } from '../test.ts'

// Large files arrive in chunks: an upload continues after a reload, a cut connection, a restarted server, offline and
// an expired session, and two tabs send a file once.

const test = base.extend<{ readonly gate: UploadGate }>({
  gate: async ({ vee }, provide) => {
    const gate = await openUploadGate(vee.url)
    await provide(gate)
    await gate.close()
  },
  baseURL: ({ gate }, provide) => provide(gate.url),
})
test.use(microphone('silence.wav'))

const MB = 1024 * 1024
const CHUNK = 2 * MB
const ALL = [0, CHUNK, 2 * CHUNK]
const attached = (page: Page) => page.getByRole('list', { name: 'Attached files' })

/** A text file of 5 MB: three chunks. */
const BOOK = Buffer.from('The tide comes in at six. '.repeat((5 * MB) / 26))

/** Chooses a file of the disk: one from memory would go through the page as text. */
async function choose(page: Page, content: Uint8Array = BOOK, name = 'book.txt'): Promise<void> {
  const path = test.info().outputPath(name)
  await writeFile(path, content)
  await page.locator('input[type=file]').setInputFiles(path)
}

async function ready(page: Page): Promise<void> {
  await expect(attached(page)).toContainText('book.txt')
  await expect(attached(page)).not.toContainText(/Preparing|Uploading|%/, { timeout: 60_000 })
  await expect(attached(page)).toHaveText('book.txt')
}

test('an upload continues after a reload where it was', async ({ page, gate }) => {
  gate.allow(2)
  await page.goto('/en')
  await choose(page)
  await expect.poll(() => gate.offsets).toEqual(ALL.slice(0, 2))
  await expect(attached(page)).toContainText('Uploading …')
  await expect(attached(page)).toContainText('%')
  await page.reload()
  gate.allow(Infinity)
  await ready(page)
  expect(gate.offsets).toEqual(ALL)
})

test('an upload continues after a cut connection and a killed server', async ({ page, vee, gate }) => {
  test.slow()
  gate.allow(1)
  await page.goto('/en')
  await choose(page)
  await expect.poll(() => gate.offsets).toEqual([0])
  await vee.kill()
  gate.allow(Infinity)
  await vee.start()
  await ready(page)
  expect(gate.offsets.slice(0, 2)).toEqual([0, CHUNK])
  // After a failure the chunks are smaller.
  expect(gate.offsets.length).toBeGreaterThan(ALL.length)
  expect(new Set(gate.offsets).size).toBe(gate.offsets.length)
})

test('an upload waits while the browser is offline', async ({ page, context, gate }) => {
  gate.allow(1)
  await page.goto('/en')
  await choose(page)
  await expect.poll(() => gate.offsets).toEqual([0])
  await context.setOffline(true)
  gate.allow(Infinity)
  await expect(attached(page)).toContainText('Uploading …')
  await context.setOffline(false)
  await ready(page)
  expect(new Set(gate.offsets).size).toBe(gate.offsets.length)
})

test('a file that two tabs upload at once is sent once', async ({ page, context, gate }) => {
  await page.goto('/en')
  const other = await context.newPage()
  await other.goto('/en')
  // A duplicated tab has the session of its original.
  const id = await page.evaluate(() => sessionStorage.getItem('vee.session-id'))
  await other.evaluate((session) => sessionStorage.setItem('vee.session-id', session ?? ''), id)
  await other.reload()
  await Promise.all([choose(page), choose(other)])
  await Promise.all([ready(page), ready(other)])
  expect(gate.offsets).toEqual(ALL)
})

test('after an expired session the rest of a file is sent', async ({ page, vee, gate }) => {
  test.slow()
  await makeAccount(vee.url, 'ann@example.org')
  await logInByEmail(page, 'ann@example.org')
  gate.allow(2)
  await choose(page)
  await expect.poll(() => gate.offsets).toEqual(ALL.slice(0, 2))
  const token = await page.evaluate(
    () => localStorage.getItem('vee.auth-token') ?? sessionStorage.getItem('vee.auth-token'),
  )
  await fetch(`${vee.url}/api/auth`, { method: 'DELETE', headers: { authorization: `Bearer ${token}` } })
  await expect(page).toHaveURL(/sessionExpired=true/, { timeout: 30_000 })
  // The login page does not show the file.
  const failed = () => page.evaluate(() => JSON.stringify(Object.entries(sessionStorage)).includes('failed'))
  await expect.poll(failed, { timeout: 30_000 }).toBe(true)
  gate.allow(Infinity)
  await logInByEmail(page, 'ann@example.org')
  await page.getByRole('button', { name: 'Try book.txt again' }).click()
  await ready(page)
  expect(gate.offsets).toEqual(ALL)
})

test('what a plan does not allow is said before anything is uploaded', async ({ page }) => {
  const uploads: string[] = []
  page.on('request', (request) => {
    if (request.method() === 'POST' && request.url().includes('/attachments')) uploads.push(request.url())
  })
  await page.goto('/en')
  await choose(page, Buffer.alloc(21 * MB, 65))
  await expect(attached(page)).toContainText('Larger than 20 MB.')
  await choose(page, pdf(Array.from({ length: 501 }, () => 'One')), 'pages.pdf')
  await expect(attached(page)).toContainText('More than 500 pages.')
  expect(uploads).toEqual([])
})

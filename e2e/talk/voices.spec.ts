import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { heard } from '../output-tap.ts'
import { expect, microphone } from '../test.ts'
import { test } from './talk-page.ts'

test.use(microphone('question.wav'))

const SLOW_TO_SAY = { text: 'This reply takes a while to say, so that nobody misses it. '.repeat(4) }

test.describe('on a server with its own voice', () => {
  test.use({ settings: { PATH: join(import.meta.dirname, '../../fakes/espeak') } })

  test('another voice is used, with one notice', async ({ page, upstream, talk }) => {
    upstream.scriptOnly('speech', 'server-error')
    upstream.scriptOnly('chat', SLOW_TO_SAY)
    await talk.open()
    await talk.ask('Hello')
    await expect(talk.status).toContainText('Speaking')
    const notice = page.locator('output > span', {
      hasText: 'The server’s basic voice reads the replies from now on.',
    })
    await expect(notice).toHaveCount(1)
    await expect.poll(async () => (await heard(page)).length).toBeGreaterThan(0)

    await notice.getByRole('button', { name: 'Dismiss' }).click()
    await expect(notice).toHaveCount(0)
    await page.keyboard.press('Escape')
    await talk.ask('Hello again')
    await expect(talk.status).toContainText('Speaking')
    await expect(notice).toHaveCount(0)
  })

  test('the download of a reply uses another voice too, with the reason', async ({
    page,
    upstream,
    talk,
  }) => {
    upstream.scriptOnly('speech', 'server-error')
    await talk.open()
    await talk.mute()
    await talk.ask('Hello')
    await expect(talk.lastReply).not.toHaveText('')
    const downloads = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Download audio' }).click()
    expect((await downloads).suggestedFilename()).toMatch(/\.wav$/)
    await expect(page.getByText('Saved with a different server voice')).toBeVisible()
    await expect(page.getByText('The server’s voice is not available right now.')).toBeVisible()
  })
})

test.describe('on a server whose only voice is its own', () => {
  test.use({ hasVendor: false, settings: { PATH: join(import.meta.dirname, '../../fakes/espeak') } })

  test('a reply is downloaded as a file with a valid duration', async ({ page, talk }) => {
    await talk.open()
    await talk.ask('Hello')
    await expect(talk.lastReply).not.toHaveText('')
    const downloads = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Download audio' }).click()
    const download = await downloads
    expect(download.suggestedFilename()).toMatch(/\.wav$/)
    const file = await readFile(await download.path())
    expect(file.readUInt32LE(4)).toBe(file.length - 8)
  })
})

test.describe('on a server without a voice', () => {
  test.use({ hasVendor: false })

  test('a failed download of a reply shows the reason', async ({ page, talk }) => {
    await talk.open()
    await talk.ask('Hello')
    await expect(talk.lastReply).not.toHaveText('')
    await page.getByRole('button', { name: 'Download audio' }).click()
    await expect(page.getByText('The audio could not be created')).toBeVisible()
    await expect(
      page.getByText('The server has no voice, and your browser’s voice cannot be saved.'),
    ).toBeVisible()
  })
})

test('a reply without speakable text has no download', async ({ page, upstream, talk }) => {
  upstream.scriptOnly('chat', { text: '🎉' })
  await talk.open()
  await talk.ask('Hello')
  await expect(talk.lastReply).toContainText('🎉')
  await page.getByRole('button', { name: 'Download audio' }).click()
  await expect(page.getByText('This reply contains nothing to read aloud')).toBeVisible()
})

test('muted, a reply is text only', async ({ page, upstream, talk }) => {
  await talk.open()
  await talk.mute()
  await talk.ask('Hello')
  await expect(talk.lastReply).toContainText('You said: “Hello”')
  await expect(talk.status).toContainText('Ready')
  expect(await heard(page)).toEqual([])
  expect(upstream.requests.filter(({ path }) => path.endsWith('/audio/speech'))).toEqual([])
})

test('muting stops the speech', async ({ page, upstream, talk }) => {
  upstream.scriptOnly('chat', SLOW_TO_SAY)
  await talk.open()
  await talk.ask('Hello')
  await expect(talk.status).toContainText('Speaking')
  await talk.mute()
  await expect(talk.status).toContainText('Ready')
  await expect(talk.unspoken).not.toHaveCount(0)
  expect((await heard(page)).length).toBeGreaterThan(0)
})

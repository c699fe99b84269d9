import type { Page } from '@playwright/test'
import { layCable, type Cable } from '../cable.ts'
import { heard } from '../output-tap.ts'
import { expect, microphone } from '../test.ts'
import { asked, test } from './talk-page.ts'

declare global {
  interface Window {
    /** the types of messages received over the page's sockets, in order */
    veeLive: string[]
    /** the alternative HTTP requests */
    veeCalls: string[]
  }
}

const ANSWER = 'A token bucket limits how often something may happen. Each call takes one.'

test.use(microphone('question.wav'))

test.beforeEach(async ({ page, upstream }) => {
  upstream.scriptOnly('transcription', { text: 'What is a token bucket?' })
  upstream.scriptOnly('chat', { text: ANSWER })
  await page.addInitScript(() => {
    localStorage.setItem('vee.user-settings.v1.5.1', JSON.stringify({ sendsTranscriptAtOnce: true }))
    window.veeLive = []
    window.veeCalls = []
    const fetch = window.fetch.bind(window)
    window.fetch = (input, init) => {
      const path = new URL(input instanceof Request ? input.url : input, location.href).pathname
      if (/\/(?:stt|chat|tts)$/.test(path)) window.veeCalls.push(path)
      return fetch(input, init)
    }
    // The socket is in a worker, which forwards messages.
    const PageWorker = window.Worker
    window.Worker = class extends PageWorker {
      constructor(address: string | URL, options?: WorkerOptions) {
        super(address, options)
        this.addEventListener(
          'message',
          ({ data: report }: MessageEvent<{ type: string; data: unknown }>) => {
            if (report.type !== 'took' || typeof report.data !== 'string') return
            window.veeLive.push((JSON.parse(report.data) as { type: string }).type)
          },
        )
      }
    }
  })
})

/** Returns the received message types, without consecutive duplicates. */
const cameOver = (page: Page) =>
  page.evaluate(() => window.veeLive.filter((type, index, all) => type !== all[index - 1]))
const calls = (page: Page) => page.evaluate(() => window.veeCalls)

test('a spoken turn uses the socket for transcript, reply and speech', async ({ page, upstream, talk }) => {
  await talk.open()
  // The first turn loads the code and the list of voices; the next one has both.
  await talk.say()
  await expect(talk.lastReply).toContainText(ANSWER)
  await expect(talk.status).toContainText('Speaking')
  await page.keyboard.press('Escape')
  await expect(talk.status).toContainText('Ready')
  await page.evaluate(() => {
    window.veeLive = []
    window.veeCalls = []
  })
  const before = (await heard(page)).length
  await talk.say()
  await expect(talk.status).toContainText('Speaking')
  await expect(talk.status).toContainText('Ready')

  await expect(talk.replies).toHaveCount(2)
  await expect(talk.lastReply).toContainText(ANSWER)
  await expect(talk.lastReply.locator('[data-unspoken]')).toHaveCount(0)
  expect(await calls(page)).toEqual([])
  expect((await cameOver(page))[0]).toBe('transcript')
  const said = await page.evaluate(() => window.veeLive.filter((type) => type === 'speech-ended'))
  expect(said).toHaveLength(2)
  // The two cues take at most 300 ms; on a busy machine they overlap the speech.
  const sound = (await heard(page)).slice(before).reduce((sum, { from, to }) => sum + to - from, 0)
  expect(sound).toBeGreaterThan(2_500)
  expect(asked(upstream)).toEqual(['What is a token bucket?', 'What is a token bucket?'])
})

test.describe('with a cable', () => {
  let cable: Cable
  test.beforeEach(async ({ vee }) => {
    cable = await layCable(vee.url)
  })
  test.afterEach(() => cable.close())

  test('that is cut in the middle of the utterance, it is answered anyway', async ({
    page,
    upstream,
    talk,
  }) => {
    await page.goto(`${cable.url}/en/`)
    await expect(talk.field).toBeVisible()
    await talk.press()
    await expect.poll(() => page.evaluate(() => window.veeLive)).toContain('ready')
    cable.cut()
    cable.mend()
    await talk.question()
    await talk.release()
    await expect(talk.questions).toContainText('What is a token bucket?')
    await expect(talk.lastReply).toContainText(ANSWER)
    expect(asked(upstream)).toEqual(['What is a token bucket?'])
    expect(await talk.openTracks()).toBe(0)
  })

  test('that is cut in the middle of the reply, it is completed and spoken over HTTP', async ({
    page,
    upstream,
    talk,
  }) => {
    upstream.scriptOnly('chat', { text: ANSWER, piecesPerSecond: 8 })
    await page.goto(`${cable.url}/en/`)
    await expect(talk.field).toBeVisible()
    await talk.say()
    await expect(talk.lastReply).toContainText('A token')
    cable.cut()
    cable.mend()
    await expect(talk.lastReply).toContainText(ANSWER)
    await expect(talk.status).toContainText('Ready')
    await expect(talk.unspoken).toHaveCount(0)
    expect(asked(upstream)).toEqual(['What is a token bucket?'])
  })
})

test('killing the server during speech loses nothing', async ({ page, vee, upstream, talk }) => {
  await talk.open()
  await talk.press()
  await expect.poll(() => page.evaluate(() => window.veeLive)).toContain('ready')
  await vee.kill()
  await talk.question()
  await talk.release()
  await expect(talk.status).toContainText('Your recording is kept')
  expect(await talk.openTracks()).toBe(0)
  await vee.start()
  await page.reload()
  const kept = page.getByRole('list', { name: 'Saved recordings' }).getByRole('listitem')
  await kept.getByRole('button', { name: 'Try again' }).click()
  await expect(talk.lastReply).toContainText(ANSWER)
  expect(asked(upstream)).toEqual(['What is a token bucket?'])
})

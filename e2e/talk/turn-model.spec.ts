import type { Page } from '@playwright/test'
import { TURN_MODEL_FILE } from '../../fakes/turn-model/index.ts'
import { expect, microphone } from '../test.ts'
import { choose, test } from './talk-page.ts'

test.use({ ...microphone('interruption.wav'), settings: { TURN_MODEL: TURN_MODEL_FILE } })

/** Returns what the worker of the turn model reports. */
async function followTurnModel(page: Page) {
  await page.addInitScript(() => {
    const reports: { type: string; probability?: number }[] = []
    Object.assign(globalThis, { veeReports: reports })
    globalThis.Worker = class extends Worker {
      constructor(url: string | URL, options?: WorkerOptions) {
        super(url, options)
        if (!String(url).includes('turn-model')) return
        this.addEventListener(
          'message',
          ({ data }: MessageEvent<{ type: string }>) => void reports.push(data),
        )
      }
    }
  })
  return () =>
    page.evaluate(
      () => (globalThis as unknown as { veeReports: { type: string; probability?: number }[] }).veeReports,
    )
}

test("the host's turn model is loaded with hands-free listening and judges pauses", async ({
  page,
  upstream,
  talk,
}) => {
  const reports = await followTurnModel(page)
  await choose(page, { audioInputMode: 'continuous' })
  upstream.scriptOnly('transcription', { text: 'What is a token bucket?' })
  upstream.scriptOnly('chat', { text: 'It is fine.' })
  await talk.open()
  expect(await reports()).toEqual([])
  // The microphone's file is played once for each press. On a busy machine it is over before the model is ready.
  await expect(async () => {
    await talk.microphone.click()
    try {
      await expect(talk.questions.first()).toContainText('What is a token bucket?')
      await expect
        .poll(async () => (await reports()).map(({ type }) => type), { timeout: 15_000 })
        .toEqual(expect.arrayContaining(['ready', 'judged']))
    } finally {
      await talk.microphone.click()
    }
  }).toPass()
  const judged = (await reports()).find(({ type }) => type === 'judged')
  expect(judged?.probability).toBeGreaterThan(0)
  expect(judged?.probability).toBeLessThan(1)
  expect((await reports()).some(({ type }) => type === 'broken')).toBe(false)
})

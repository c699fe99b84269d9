import { layCable, type Cable } from '../cable.ts'
import { expect, microphone, type Page } from '../test.ts'
import type { Vee } from '../vee.ts'
import { asked, choose, test } from './talk-page.ts'

// Faults during a turn after the utterance. During the utterance: live, kill-anywhere; tabs: kill-anywhere;
// vendors: unheard, model-fails, voices. Every state of both machines, in Node: kill-anywhere.test.ts.

test.use(microphone('question.wav'))

const QUESTION = 'What is a token bucket?'
const ANSWER =
  'A token bucket limits how often something may happen. Each call takes one token out of it, and whoever finds none has to wait for the next.'
/** Longer than any vendor of these tests takes to be cut off, in ms. */
const LATER_MS = 1_500

let cable: Cable
test.beforeEach(async ({ page, vee }) => {
  cable = await layCable(vee.url)
  await choose(page, { sendsTranscriptAtOnce: true })
})
test.afterEach(() => cable.close())

/** Breaks the connection between page and model briefly, or until the page notices. */
const FAULTS: Readonly<Record<string, (page: Page, vee: Vee) => Promise<void>>> = {
  async 'a broken socket'() {
    cable.cut()
    cable.mend()
  },
  async 'a network that is down for a while'(page) {
    cable.cut()
    await expect(page.getByText('Connection lost').or(page.getByText('Your recording is kept'))).toBeVisible()
    cable.mend()
  },
  async 'a killed server'(_page, vee) {
    await vee.kill()
    await vee.start()
  },
}

for (const [name, strike] of Object.entries(FAULTS)) {
  test(`${name} loses no word, in any state of a turn`, async ({ page, vee, upstream, talk }) => {
    let turns = 0

    /** Completes the turn, if necessary with the single offered retry. */
    async function comesToItsEnd(): Promise<void> {
      turns += 1
      await expect(async () => {
        const again = page.getByRole('button', { name: 'Try again' })
        if (await again.first().isVisible()) await again.first().click({ timeout: 1_000 })
        await expect(talk.replies).toHaveCount(turns, { timeout: 1_500 })
        await expect(talk.lastReply).toContainText(ANSWER, { timeout: 1_500 })
      }).toPass()
      await expect(talk.questions).toHaveCount(turns)
      await expect(page.getByRole('list', { name: 'Saved recordings' })).toHaveCount(0)
      await page.keyboard.press('Escape')
      await page.keyboard.press('Escape')
      await expect(talk.status).toContainText('Ready')
      expect(await talk.openTracks()).toBe(0)
    }

    upstream.scriptOnly('transcription', { text: QUESTION })
    upstream.scriptOnly('chat', { text: ANSWER })
    await page.goto(`${cable.url}/en/`)

    await test.step('during transcription', async () => {
      upstream.scriptOnly(
        'transcription',
        { text: QUESTION, firstPieceAfterMs: LATER_MS },
        { text: QUESTION },
      )
      await talk.say()
      await expect(talk.status).toContainText('Transcribing what you said')
      await strike(page, vee)
      await comesToItsEnd()
    })

    await test.step('while waiting for the reply', async () => {
      upstream.scriptOnly('chat', { text: ANSWER, firstPieceAfterMs: LATER_MS }, { text: ANSWER })
      await talk.say()
      await expect(talk.questions).toHaveCount(turns + 1)
      await strike(page, vee)
      await comesToItsEnd()
    })

    await test.step('during speech', async () => {
      upstream.scriptOnly('chat', { text: ANSWER, piecesPerSecond: 12 })
      await talk.say()
      await expect(talk.status).toContainText('Speaking')
      await strike(page, vee)
      upstream.scriptOnly('chat', { text: ANSWER })
      await comesToItsEnd()
    })

    expect(new Set(asked(upstream))).toEqual(new Set([QUESTION]))
  })
}

test('killing the server during hands-free speech loses no word, and listening continues', async ({
  page,
  vee,
  upstream,
  talk,
}) => {
  upstream.scriptOnly('transcription', { text: QUESTION })
  upstream.scriptOnly('chat', { text: ANSWER })
  await choose(page, { audioInputMode: 'continuous' })
  await page.goto(`${cable.url}/en/`)
  await talk.microphone.click()
  await expect(talk.status).toContainText('Vee hears you')
  await vee.kill()
  const again = page
    .getByRole('list', { name: 'Saved recordings' })
    .getByRole('button', { name: 'Try again' })
  // The recording may still be loading: the rest of the screen does not move.
  await expect(talk.status).toContainText('Just talk')
  expect(await talk.openTracks()).toBe(1)
  await vee.start()
  await again.click()
  await expect(talk.field).toHaveValue(QUESTION)
  await talk.send.click()
  await expect(talk.lastReply).toContainText(ANSWER)
  expect(asked(upstream)).toEqual([QUESTION])
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Microphone: tap to stop listening' }).click()
  await expect.poll(talk.openTracks).toBe(0)
})

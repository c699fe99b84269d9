import { localSpeech, type LocalSpeech } from '../local-speech.ts'
import { expect, heardMs, say, tapOutputOf, test as base } from './firefox.ts'

const test = base.extend<LocalSpeech>(localSpeech)

test.use({ hasVendor: false })

test('without a key, the first utterance is transcribed and answered aloud', async ({ firefox, room }) => {
  const { page, open, see } = firefox
  await tapOutputOf(firefox)
  await open('/en/')
  // Sound passes PulseAudio in real time: on a busy machine words may be lost, so the utterance is retried.
  await expect(async () => {
    await say(firefox, room, 'what-time.wav')
    await expect.poll(() => page.$eval('textarea', (field) => field.value)).toMatch(/time/)
  }).toPass({ timeout: 80_000 })
  await page.keyboard.press('Enter')
  await see('Built-in responder', '[role="log"]')
  await expect.poll(() => heardMs(firefox)).toBeGreaterThan(500)
})

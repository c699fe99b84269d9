import { localSpeech, type LocalSpeech } from '../local-speech.ts'
import { heard } from '../output-tap.ts'
import { expect, microphone } from '../test.ts'
import { storedUtterances, test as base } from './talk-page.ts'

const test = base.extend<LocalSpeech>(localSpeech)

test.use({ hasVendor: false, ...microphone('what-time.wav') })

test('the first press downloads the recognizer, and the utterance is transcribed and answered aloud', async ({
  page,
  talk,
  hub,
}) => {
  const held = Promise.withResolvers<void>()
  hub.fail({ holds: held.promise })
  await talk.open()
  await talk.say()
  await expect(page.getByText(/^Downloading speech recognition \(Words/)).toBeVisible()
  await expect(talk.status).toContainText(/Transcribing|Writing/i)
  held.resolve()
  await expect(talk.field).toHaveValue('what time is it')
  await expect(page.getByText(/^Downloading speech recognition/)).toHaveCount(0)
  await talk.send.click()
  await expect(talk.lastReply).toContainText('Built-in responder')
  await expect(talk.lastReply).toContainText(/\d/)
  await expect.poll(async () => (await heard(page)).length).toBeGreaterThan(0)
})

test('if the download fails, the recording is stored and can be retried', async ({ page, talk, hub }) => {
  hub.fail({ sendsOtherBytes: true })
  await talk.open()
  await talk.say()
  await expect(page.getByText('Speech recognition could not be set up.')).toBeVisible()
  expect(await storedUtterances(page)).toBe(1)
  hub.reset()
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(talk.field).toHaveValue('what time is it')
})

test('a reload during the download preserves the recording', async ({ page, talk, hub }) => {
  const held = Promise.withResolvers<void>()
  hub.fail({ holds: held.promise })
  await talk.open()
  await talk.say()
  await expect(page.getByText(/^Downloading speech recognition/)).toBeVisible()
  await page.reload()
  held.resolve()
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(talk.field).toHaveValue('what time is it')
})

test('the voice check shows where audio is processed', async ({ page, talk }) => {
  await talk.open()
  await page.getByRole('button', { name: /^Input mode/ }).click()
  await page.getByRole('menuitem', { name: 'Check microphone and voice' }).click()
  const dialog = page.getByRole('dialog', { name: 'Voice check' })
  await expect(dialog.getByText('on this server')).toHaveCount(2)
})

import { localSpeech, type LocalSpeech } from '../local-speech.ts'
import { heard } from '../output-tap.ts'
import { expect, microphone } from '../test.ts'
import { storedUtterances, test as base } from './talk-page.ts'

const test = base.extend<LocalSpeech>(localSpeech)

test.use({ hasVendor: false, ...microphone('what-time.wav') })

test('the first press fetches the recogniser, and what was said is heard and answered aloud', async ({
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

test('where the recogniser cannot be fetched, the recording is kept and can be tried again', async ({
  page,
  talk,
  hub,
}) => {
  hub.fail({ sendsOtherBytes: true })
  await talk.open()
  await talk.say()
  await expect(page.getByText('Speech recognition could not be set up.')).toBeVisible()
  expect(await storedUtterances(page)).toBe(1)
  hub.reset()
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(talk.field).toHaveValue('what time is it')
})

test('a reload while it is fetched keeps the recording', async ({ page, talk, hub }) => {
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

test('the voice check tells where sound goes', async ({ page, talk }) => {
  await talk.open()
  await page.getByRole('button', { name: /^Input mode/ }).click()
  await page.getByRole('menuitem', { name: 'Check microphone and voice' }).click()
  const dialog = page.getByRole('dialog', { name: 'Voice check' })
  await expect(dialog.getByText('on this server')).toHaveCount(2)
})

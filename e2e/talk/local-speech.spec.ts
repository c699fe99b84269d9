import { localSpeech, type LocalSpeech } from '../local-speech.ts'
import { encodedRecording } from '../../fakes/speech-models/index.ts'
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
  // The dock shows one notice at a time: that of the recording says what it waits for.
  await expect(page.getByText(/^Downloading speech recognition \(Words/)).toBeAttached()
  await expect(page.getByText(/^Recorded\. It is transcribed once speech recognition is ready/)).toBeVisible()
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
  await expect(page.getByText(/^Speech recognition could not be downloaded\./)).toBeVisible()
  expect(await storedUtterances(page)).toBe(1)
  hub.reset()
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(talk.field).toHaveValue('what time is it')
})

test('a typed message never waits for the download, and the words stay with their recording', async ({
  page,
  talk,
  hub,
}) => {
  const held = Promise.withResolvers<void>()
  hub.fail({ holds: held.promise })
  await talk.open()
  await talk.say()
  const waiting = page.getByText(/^Recorded\. It is transcribed once/)
  await expect(waiting).toBeVisible()
  await talk.field.fill('Who are you?')
  await talk.field.press('Enter')
  await expect(talk.lastReply).toContainText('Built-in responder')
  await expect(waiting).toBeVisible()
  await talk.field.fill('And what')
  held.resolve()
  await page.getByText(/^1 unsent recording/).click()
  await expect(page.getByText('what time is it')).toBeVisible()
  await expect(talk.field).toHaveValue('And what')
  await page.getByRole('button', { name: 'Use the text' }).click()
  await expect(talk.field).toHaveValue(/^And what\s+what time is it$/)
})

for (const [what, prepare] of [
  ['hangs', async (hub: LocalSpeech['hub']) => hub.fail({ hangs: true })],
  ['does not listen', (hub: LocalSpeech['hub']) => hub.close()],
] as const) {
  test(`a hub that ${what} is known soon and remembered, and the sentence offers what works`, async ({
    page,
    talk,
    hub,
  }) => {
    await prepare(hub)
    await talk.open()
    await talk.say()
    const sentence = page.getByText(
      /could not be downloaded\. Your recording is kept; type instead, or use this/,
    )
    await talk.field.fill('Who are you?')
    await talk.field.press('Enter')
    await expect(talk.lastReply).toContainText('Built-in responder')
    await expect(sentence).toBeVisible()
    await page.getByRole('button', { name: 'Try again' }).click()
    await expect(sentence).toBeVisible()
    await page.getByRole('button', { name: 'Use the browser’s' }).click()
    await expect(
      page.getByText(/could not be downloaded\. Your recording is kept; type instead\.$/),
    ).toBeVisible()
    expect(await storedUtterances(page)).toBe(1)
  })
}

test('a reload during the download preserves the recording', async ({ page, talk, hub }) => {
  const held = Promise.withResolvers<void>()
  hub.fail({ holds: held.promise })
  await talk.open()
  await talk.say()
  await expect(page.getByText(/^Downloading speech recognition/)).toBeAttached()
  await page.reload()
  held.resolve()
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(talk.field).toHaveValue('what time is it')
})

test('the voice check names the engine that transcribed, its speed, the voice, and where both ran', async ({
  page,
  talk,
}) => {
  await talk.open()
  await page.getByRole('button', { name: /^Input mode/ }).click()
  await page.getByRole('menuitem', { name: 'Check microphone and voice' }).click()
  const dialog = page.getByRole('dialog', { name: 'Voice check' })
  await dialog.getByRole('button', { name: 'Begin' }).click()
  const row = (term: string) =>
    dialog.getByRole('definition').filter({ has: page.locator(`xpath=../dt[starts-with(., '${term}')]`) })
  await expect(row('Transcribed by')).toHaveText('Vee, on this server', { timeout: 25_000 })
  await expect(row('Time to text')).toHaveText(/^[\d,]+ ms$/)
  await expect(row('Real-time factor')).toHaveText(/^\d+(\.\d+)?$/)
  await expect(row('Spoken by')).toHaveText('Flite SLT · Flite, on this server')
})

test('a program sends files of recorders, and a damaged file is rejected', async ({ page, talk }) => {
  await talk.open()
  const send = (name: string, buffer: Buffer) =>
    page.request.post('/api/stt', {
      multipart: { language: 'en', audio: { name, mimeType: 'application/octet-stream', buffer } },
      headers: { 'x-session-id': 'a-program-of-the-tests' },
    })
  // The first recording fetches the recogniser.
  await expect
    .poll(async () => (await send('a.webm', await encodedRecording('webm'))).status(), { timeout: 20_000 })
    .toBe(200)
  for (const container of ['webm', 'ogg', 'mp4', 'mp3'] as const) {
    const response = await send(`a.${container}`, await encodedRecording(container))
    expect(await response.json()).toMatchObject({ text: 'good morning', provider: 'local' })
  }
  const damaged = await encodedRecording('mp4')
  damaged.fill(0xff, damaged.indexOf('mdat') + 4)
  const refused = await send('a.mp4', damaged)
  expect(refused.status()).toBe(415)
  expect(await refused.json()).toMatchObject({ error: 'UNSUPPORTED_MEDIA' })
})

test('the voice check tells where sound goes', async ({ page, talk }) => {
  await talk.open()
  await page.getByRole('button', { name: /^Input mode/ }).click()
  await page.getByRole('menuitem', { name: 'Check microphone and voice' }).click()
  const dialog = page.getByRole('dialog', { name: 'Voice check' })
  await expect(dialog.getByText('on this server')).toHaveCount(2)
})

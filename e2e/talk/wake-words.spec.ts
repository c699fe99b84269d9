import { wavHeader } from '@vee/contract/audio/wav-header'
import { expect, microphone } from '../test.ts'
import { asked, choose, test } from './talk-page.ts'

test.use({ ...microphone('silence.wav'), isShared: true })

/** Seconds of teaching.wav: a sentence, then the word three times. */
const SENTENCE = { fromS: 0.8, toS: 7.6 }
const CALLS = [
  { fromS: 7.6, toS: 10.8 },
  { fromS: 10.8, toS: 14.2 },
  { fromS: 14.2, toS: 18 },
] as const

const QUESTION = 'Victoria, what is a token bucket?'
/** A call lasts about 1 s, the sentence before it 4 s. */
const CALL_SECONDS = 2.5
const BYTES_PER_SECOND = 32_000

test.beforeEach(async ({ page }) => {
  // The recognition of headless Chromium never responds.
  await page.addInitScript(() => {
    Reflect.deleteProperty(globalThis, 'webkitSpeechRecognition')
    Reflect.deleteProperty(globalThis, 'SpeechRecognition')
  })
  await choose(page, { audioInputMode: 'voice-activation' })
})

test('a taught word wakes Vee, and nothing is sent before it', async ({ page, upstream, talk, speak }) => {
  upstream.scriptOnly('transcription', { text: QUESTION })
  upstream.scriptOnly('chat', { text: 'Each call takes one token out of it.' })
  await talk.open()
  await page.getByRole('button', { name: 'Teach the wake word' }).click()
  const dialog = page.getByRole('dialog', { name: 'Wake words on this device' })
  await dialog.getByRole('button', { name: 'Teach: victoria' }).click()
  await expect(dialog.getByText('Say “victoria” (1 of 3)')).toBeVisible()
  await speak('teaching.wav', SENTENCE)
  await expect(dialog.getByText('That was too long. Say only the word.')).toBeVisible()
  for (const [index, call] of CALLS.entries()) {
    await expect(dialog.getByText(`Say “victoria” (${index + 1} of 3)`)).toBeVisible()
    await speak('teaching.wav', call)
  }
  await expect(dialog.getByText('This device recognizes “victoria” from now on.')).toBeVisible()
  expect(await talk.openTracks()).toBe(0)
  await dialog.getByRole('button', { name: 'Close' }).click()
  await expect(page.getByText('This device listens for “victoria” by itself.')).toBeVisible()

  const requests: string[] = []
  page.on('request', (request) => {
    if (request.method() !== 'GET') requests.push(new URL(request.url()).pathname)
  })
  await talk.microphone.click()
  await expect(talk.status).toContainText('The mic is on. Say “Victoria” to begin')
  await speak('teaching.wav', SENTENCE)
  expect(requests).toEqual([])
  await speak('teaching.wav', CALLS[0])
  await expect(talk.questions).toContainText('what is a token bucket?')
  await expect.poll(() => asked(upstream)).toEqual(['what is a token bucket?'])
  const first = upstream.requests.find(({ path }) => path.endsWith('/transcriptions'))
  const file = first?.form?.get('file')
  const bytes = file instanceof Blob ? file.size - wavHeader(0, 16_000).byteLength : Number.NaN
  expect(bytes / BYTES_PER_SECOND).toBeLessThan(CALL_SECONDS)
})

test('without a taught word nothing starts before the user has chosen', async ({
  page,
  upstream,
  talk,
  speak,
}) => {
  await talk.open()
  await expect(page.getByText('everything said nearby is transcribed on this server.')).toBeVisible()
  await talk.microphone.click()
  await expect(page.getByRole('alert')).toContainText('The microphone is off.')
  const start = page.getByRole('button', { name: 'Listen anyway' })
  await expect(start).toBeFocused()
  expect(await talk.openTracks()).toBe(0)
  const transcribed = () => upstream.requests.filter(({ path }) => path.endsWith('/transcriptions')).length
  expect(transcribed()).toBe(0)
  await start.press('Enter')
  await expect(talk.status).toContainText('The mic is on')
  await speak('teaching.wav', SENTENCE)
  await expect.poll(transcribed).toBeGreaterThan(0)
  // The choice is remembered on this device.
  await page.reload()
  await expect(page.getByText('everything said nearby is transcribed on this server.')).toBeVisible()
  await expect(start).toHaveCount(0)
  await talk.microphone.click()
  await expect(talk.status).toContainText('The mic is on')
})

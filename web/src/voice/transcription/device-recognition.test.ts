import { expect, it, vi } from 'vitest'
import type { InterimWords } from './transcriber.ts'
import { createFakeDeviceRecognition } from '../../../../fakes/browser/index.ts'
import { createBrowserTranscriber } from './browser-transcriber.ts'
import { createDeviceRecognition } from './device-recognition.ts'
import type { SpeechRecognition } from './speech-recognition.ts'

const RECORDING = { audio: new Blob([]), durationSeconds: 1 }

it('requests the language with its region where the browser supports it only with one', async () => {
  const browser = createFakeDeviceRecognition({ 'en-US': 'available', de: 'available' })
  const device = createDeviceRecognition(browser)
  expect(await device.check('en')).toBe('available')
  expect(device.tagOf('en')).toBe('en-US')
  expect(await device.check('de')).toBe('available')
  expect(device.tagOf('de')).toBe('de')
  expect(browser.asked.every(({ processLocally }) => processLocally)).toBe(true)
})

it('is not offered for a language that the browser does not know, or that is no language', async () => {
  const device = createDeviceRecognition(createFakeDeviceRecognition({ 'en-US': 'available' }))
  expect(await device.check('ja-JP')).toBe('unavailable')
  expect(await device.check('not a tag')).toBe('unavailable')
  expect(device.tagOf('ja-JP')).toBeUndefined()
})

it('is available after the download, and not when the download failed', async () => {
  const browser = createFakeDeviceRecognition({ 'fr-FR': 'downloadable' })
  const device = createDeviceRecognition(browser)
  expect(await device.check('fr-FR')).toBe('downloadable')
  expect(device.tagOf('fr-FR')).toBeUndefined()
  browser.failInstalls()
  expect(await device.install('fr-FR')).toBe(false)
  browser.failInstalls(false)
  expect(await device.install('fr-FR')).toBe(true)
  expect(device.tagOf('fr-FR')).toBe('fr-FR')
})

it('is unavailable where a policy of the page forbids it', async () => {
  const forbidden = { available: () => Promise.reject(new DOMException('denied', 'NotAllowedError')) }
  const device = createDeviceRecognition({ ...createFakeDeviceRecognition({}), ...forbidden })
  expect(await device.check('en-US')).toBe('unavailable')
  expect(await device.install('en-US')).toBe(false)
})

/** Records the destination of a recognition's audio when it starts. */
class Recognition extends EventTarget implements SpeechRecognition {
  lang = ''
  continuous = false
  interimResults = false
  processLocally = false
  readonly starts: { readonly lang: string; readonly isLocal: boolean }[] = []
  start() {
    this.starts.push({ lang: this.lang, isLocal: this.processLocally })
  }
  stop() {
    queueMicrotask(() => this.dispatchEvent(new Event('end')))
  }
  abort() {
    this.stop()
  }
}

const transcription = (recognition: Recognition, states: Parameters<typeof createFakeDeviceRecognition>[0]) =>
  createBrowserTranscriber(
    () => recognition,
    () => undefined,
    createDeviceRecognition(createFakeDeviceRecognition(states)),
  ).start({ language: 'en', isStreaming: true, onInterim: vi.fn<(words: InterimWords) => void>() })

it('is used instead of the service of the browser from the first utterance on', async () => {
  const recognition = new Recognition()
  await transcription(recognition, { 'en-US': 'available' }).finish(RECORDING)
  expect(recognition.starts).toEqual([{ lang: 'en-US', isLocal: true }])
})

it.each(['downloadable', 'downloading', 'unavailable'] as const)(
  'is not claimed while it is %s',
  async (state) => {
    const recognition = new Recognition()
    await transcription(recognition, { 'en-US': state }).finish(RECORDING)
    expect(recognition.starts).toEqual([{ lang: 'en', isLocal: false }])
  },
)

it('does not listen for an utterance that was cancelled during the check', async () => {
  const recognition = new Recognition()
  const cancelled = transcription(recognition, { 'en-US': 'available' })
  cancelled.abort()
  await expect(cancelled.finish(RECORDING)).rejects.toMatchObject({ reason: 'cancelled' })
  expect(recognition.starts).toEqual([])
})

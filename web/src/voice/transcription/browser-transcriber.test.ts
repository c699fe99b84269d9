import { describe, expect, it, vi } from 'vitest'
import type { InterimWords } from './transcriber.ts'
import { createBrowserTranscriber } from './browser-transcriber.ts'
import type { SpeechRecognition } from './speech-recognition.ts'

const RECORDING = { audio: new Blob([]), durationSeconds: 1 }

/** Behaves like Chromium's recognition: events are asynchronous, and `end` is the last one. */
class FakeRecognition extends EventTarget implements SpeechRecognition {
  lang = ''
  continuous = false
  interimResults = false
  isListening = false

  start() {
    if (this.isListening) throw new DOMException('already started', 'InvalidStateError')
    this.isListening = true
  }

  stop() {
    this.#end()
  }

  abort() {
    this.#end()
  }

  hear(...parts: string[]) {
    const results = parts.map((transcript) => Object.assign([{ transcript }], { isFinal: true }))
    this.dispatchEvent(Object.assign(new Event('result'), { results }))
  }

  fail(error: string) {
    this.dispatchEvent(Object.assign(new Event('error'), { error }))
    this.#end()
  }

  #end() {
    if (!this.isListening) return
    this.isListening = false
    queueMicrotask(() => this.dispatchEvent(new Event('end')))
  }
}

function startTranscription() {
  const recognition = new FakeRecognition()
  const onInterim = vi.fn<(words: InterimWords) => void>()
  const transcription = createBrowserTranscriber(() => recognition).start({
    language: 'fr-FR',
    isStreaming: true,
    onInterim,
  })
  return { recognition, transcription, onInterim }
}

describe("the browser's recognition", () => {
  it('listens in the spoken language and shows interim results', async () => {
    const { recognition, transcription, onInterim } = startTranscription()
    expect(recognition.lang).toBe('fr-FR')
    recognition.hear('bonjour')
    recognition.hear('bonjour', ' à tous')
    expect(onInterim.mock.calls.flat().map(({ text, tail }) => text + tail)).toEqual([
      'bonjour',
      'bonjour à tous',
    ])
    expect(await transcription.finish(RECORDING)).toEqual({ text: 'bonjour à tous', language: 'fr-FR' })
    expect(recognition.isListening).toBe(false)
  })

  it('returns no words after no speech', async () => {
    const { recognition, transcription } = startTranscription()
    recognition.fail('no-speech')
    expect(await transcription.finish(RECORDING)).toMatchObject({ text: '' })
  })

  it.each([
    ['network', 'offline'],
    ['audio-capture', 'broken'],
    ['not-allowed', 'unavailable'],
    ['service-not-allowed', 'unavailable'],
    ['language-not-supported', 'unavailable'],
    ['something-new', 'broken'],
  ])('reads %s as %s', async (error, reason) => {
    const { recognition, transcription } = startTranscription()
    recognition.fail(error)
    await expect(transcription.finish(RECORDING)).rejects.toMatchObject({ reason })
  })

  it('preserves the words before an error', async () => {
    const { recognition, transcription } = startTranscription()
    recognition.hear('half a')
    recognition.fail('network')
    expect(await transcription.finish(RECORDING)).toMatchObject({ text: 'half a' })
  })

  it('stops listening when it is aborted', async () => {
    const { recognition, transcription } = startTranscription()
    const heard = transcription.finish(RECORDING)
    transcription.abort()
    await expect(heard).rejects.toMatchObject({ reason: 'cancelled' })
    expect(recognition.isListening).toBe(false)
  })

  it.each([
    ['a browser without support', undefined, true],
    ['a stored recording', () => new FakeRecognition(), false],
  ])('is unavailable for %s', async (_what, create, isStreaming) => {
    const transcription = createBrowserTranscriber(create).start({
      language: undefined,
      isStreaming,
      onInterim: vi.fn(),
    })
    await expect(transcription.finish(RECORDING)).rejects.toMatchObject({ reason: 'unavailable' })
  })
})

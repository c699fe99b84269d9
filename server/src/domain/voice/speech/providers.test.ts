import { describe, expect, it } from 'vitest'
import type { SttProvider } from '#providers/speech/stt.ts'
import { createOpenLedger, noOwnKeys } from '../../../../../fakes/open-ledger.ts'
import { NEEDED, sttProvider as provider } from './fixtures/stt-provider.ts'
import { mp4With, wavOf } from './fixtures/sounds.ts'
import { createSpeech } from './index.ts'
import { chooseTranscriber } from './providers.ts'

const chosenOf = (
  providers: SttProvider[],
  container: 'wav' | 'webm' | 'mp4' = 'wav',
  language?: string,
  codec: 'pcm' | 'opus' | 'aac' = 'opus',
) => chooseTranscriber(providers, { container, codec }, language)?.id

describe('chooseTranscriber', () => {
  it('uses the first', () => {
    expect(chosenOf([provider('a'), provider('b')])).toBe('a')
  })

  it('skips providers that cannot read the container', () => {
    expect(chosenOf([provider('a', { containers: ['wav'] }), provider('b')], 'webm')).toBe('b')
    expect(chosenOf([provider('a', { containers: ['wav'] })], 'webm')).toBeUndefined()
  })

  it('skips providers that cannot decode the codec', () => {
    const withoutAac = provider('a', { containers: ['mp4'], codecs: ['opus'] })
    const all = provider('b', { containers: ['mp4'] })
    expect(chosenOf([withoutAac, all], 'mp4', 'en', 'aac')).toBe('b')
    expect(chosenOf([withoutAac, all], 'mp4', 'en', 'opus')).toBe('a')
    expect(chosenOf([withoutAac], 'mp4', 'en', 'aac')).toBeUndefined()
  })

  it('skips providers that do not know the language, unless none does', () => {
    const english = provider('a', { languages: ['en'] })
    expect(chosenOf([english, provider('b', { languages: ['ja'] })], 'wav', 'ja-JP')).toBe('b')
    expect(chosenOf([english], 'wav', 'ja-JP')).toBe('a')
  })

  it('skips providers that must download a model first, unless all must', () => {
    const unready = provider('a', { missing: NEEDED })
    expect(chosenOf([unready, provider('b')])).toBe('b')
    expect(chosenOf([unready])).toBe('a')
  })
})

const speechOf = (stt: SttProvider[]) =>
  createSpeech({ stt, tts: [], ledger: createOpenLedger(), ownSpeech: noOwnKeys.ownSpeech })
const ann = { caller: { kind: 'visitor', id: 'session:ann', ip: '192.0.2.1' } } as const

async function* aac() {
  yield mp4With('mp4a')
}

async function* wav(loudness = 0.3) {
  yield wavOf({ seconds: 1, loudness })
}

describe('a server whose recognizer must be downloaded', () => {
  it('starts the download with the first recording, and reports its progress', async () => {
    const speech = speechOf([provider('a', { missing: NEEDED })])
    expect(await speech.canTranscribe()).toBe(true)
    const outcome = speech.transcribe(wav(), async () => ({}), ann, new AbortController().signal)
    await expect(outcome).rejects.toMatchObject({
      code: 'STT_PREPARING',
      details: { state: 'running', name: 'Words', bytesDone: 40, bytesTotal: 100, secondsLeft: 7 },
    })
  })

  it('names the containers that can be read', async () => {
    const speech = speechOf([provider('a', { containers: ['webm', 'mp3'] })])
    const outcome = speech.transcribe(wav(), async () => ({}), ann, new AbortController().signal)
    await expect(outcome).rejects.toMatchObject({
      code: 'UNSUPPORTED_MEDIA',
      message: 'Speech recognition on this server reads WEBM or MP3.',
    })
  })

  it('names the codec that cannot be decoded in a container that can', async () => {
    const speech = speechOf([provider('a', { containers: ['wav', 'mp4'], codecs: ['pcm', 'opus'] })])
    await expect(
      speech.transcribe(aac(), async () => ({}), ann, new AbortController().signal),
    ).rejects.toMatchObject({
      code: 'UNSUPPORTED_MEDIA',
      message: 'Speech recognition on this server reads WAV or MP4, without AAC.',
    })
  })

  it('fetches nothing for silence', async () => {
    const unready = provider('a', { missing: NEEDED })
    const { isNoSpeech } = await speechOf([unready]).transcribe(
      wav(0),
      async () => ({}),
      ann,
      new AbortController().signal,
    )
    expect(isNoSpeech).toBe(true)
    expect(unready.preparable?.preparation(undefined)).toEqual(NEEDED)
  })

  it('returns for each provider what it needs and where it runs', async () => {
    const speech = speechOf([provider('a', { missing: NEEDED }), provider('b', { location: 'vendor' })])
    expect(await speech.status(undefined)).toMatchObject({
      hearing: [
        { id: 'a', name: 'A', location: 'server', preparation: { state: 'needed', secondsLeft: null } },
        { id: 'b', name: 'B', location: 'vendor', preparation: null, costPerHourUsd: 0.36 },
      ],
      speaking: [],
    })
  })

  it('returns an error if no provider transcribes', async () => {
    const speech = speechOf([provider('a', { isAvailable: false })])
    expect(await speech.canTranscribe()).toBe(false)
    const outcome = speech.transcribe(wav(), async () => ({}), ann, new AbortController().signal)
    await expect(outcome).rejects.toMatchObject({ code: 'STT_UNAVAILABLE' })
  })
})

import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { MAX_AUDIO_BYTES } from '@vee/contract/http/speech'
import { startUpstream, type Upstream } from '../../../../../fakes/upstream/index.ts'
import { createOpenLedger, noOwnKeys } from '../../../../../fakes/open-ledger.ts'
import { speechRegistryOf } from '../../../../../fakes/speech-registry.ts'
import type { SpeechRequester } from './synthesize.ts'
import { longOgg, oggOf, recorded, wavOf } from './fixtures/sounds.ts'
import { createSpeech } from './index.ts'
import type { TeamTerms } from './ports.ts'
import type { RecordingHints } from './transcribe.ts'

const ann: SpeechRequester = { caller: { kind: 'visitor', id: 'session:ann', ip: '192.0.2.1' } }

let upstream: Upstream
beforeAll(async () => {
  upstream = await startUpstream()
})
afterAll(() => upstream.close())
beforeEach(() => upstream.reset())

function speechWith(variables: Readonly<Record<string, string>>) {
  return createSpeech({
    ...speechRegistryOf(variables, 20_000),
    ledger: createOpenLedger(),
    ownSpeech: noOwnKeys.ownSpeech,
  })
}

async function* inPieces(bytes: Uint8Array, size = 1000) {
  for (let start = 0; start < bytes.length; start += size) yield bytes.subarray(start, start + size)
}

const transcribe = (bytes: Uint8Array, hints: RecordingHints = {}, model = 'whisper-1') =>
  speechWith({ STT_BASE_URL: `${upstream.url}/v1`, STT_MODEL: model }).transcribe(
    inPieces(bytes),
    () => Promise.resolve(hints),
    ann,
    new AbortController().signal,
  )

describe('transcribe', () => {
  it('returns the transcript, the duration and the cost', async () => {
    upstream.script({ text: ' what time is it ' })
    expect(await transcribe(wavOf({ seconds: 3, loudness: 0.2 }), { language: 'en' })).toEqual({
      text: 'what time is it',
      language: 'en',
      durationSeconds: 3,
      provider: 'openai',
      costUsd: expect.closeTo(0.0003, 6) as number,
      isNoSpeech: false,
    })
  })

  it.each([
    ['WebM', recorded('one-second.webm'), 'utterance.webm'],
    ['MP4', recorded('one-second-opus.mp4'), 'utterance.mp4'],
    ['MP3', recorded('one-second.mp3'), 'utterance.mp3'],
    ['Ogg', oggOf('OpusHead', 48_000), 'utterance.ogg'],
    ['WAV', wavOf({ seconds: 1, loudness: 0.2 }), 'utterance.wav'],
  ])('sends %s unchanged', async (_, bytes, name) => {
    await transcribe(bytes)
    const file = (await upstream.arrival(1)).form?.get('file')
    expect(file).toMatchObject({ name, size: bytes.length })
  })

  it('returns the expected language if the model returns none', async () => {
    const { language } = await transcribe(
      wavOf({ seconds: 1, loudness: 0.2 }),
      { language: 'fr-FR' },
      'gpt-4o-transcribe',
    )
    expect(language).toBe('fr-FR')
  })

  it.each([
    ['silence', wavOf({ seconds: 2 })],
    ['a click', wavOf({ seconds: 0.05, loudness: 1 })],
    ['a recording without sound in it', oggOf('OpusHead', 312)],
  ])('returns no speech for %s without calling a provider', async (_, bytes) => {
    expect(await transcribe(bytes)).toMatchObject({ text: '', isNoSpeech: true, costUsd: 0 })
    expect(upstream.requests).toHaveLength(0)
  })

  it.each(['', ' . ', '…', '[BLANK_AUDIO]', '(silence)'])(
    'treats the transcript %j as no speech',
    async (text) => {
      upstream.script({ text })
      expect(await transcribe(recorded('one-second.webm'))).toMatchObject({ text: '', isNoSpeech: true })
    },
  )

  it.each(['3', 'はい。', '(laughs) yes', '[1] and [2]'])(
    'treats the transcript %j as speech',
    async (text) => {
      upstream.script({ text })
      expect(await transcribe(recorded('one-second.webm'))).toMatchObject({ text, isNoSpeech: false })
    },
  )

  it('rejects an empty file', async () => {
    await expect(transcribe(new Uint8Array())).rejects.toMatchObject({
      code: 'VALIDATION',
      details: [{ path: 'audio' }],
    })
  })

  it('rejects anything but audio', async () => {
    await expect(transcribe(Buffer.from('%PDF-1.7 voice.webm'))).rejects.toMatchObject({
      code: 'UNSUPPORTED_MEDIA',
    })
  })

  it('rejects a recording that is too long by its own header, and names both limits', async () => {
    await expect(transcribe(oggOf('OpusHead', 48_000 * 3_601), { durationSeconds: 3 })).rejects.toMatchObject(
      {
        code: 'TOO_LARGE',
        message: 'The audio is longer than 60 minutes. Send at most 25 MB and 60 minutes.',
      },
    )
  })

  it('accepts 20 MB of WAV with a duration of eleven minutes', async () => {
    upstream.script({ text: 'yes' })
    const bytes = wavOf({ seconds: 655, loudness: 0.2 })
    expect(await transcribe(bytes)).toMatchObject({ text: 'yes', durationSeconds: 655 })
  })

  it('charges by the packets if the pages claim less', async () => {
    upstream.script({ text: 'yes' })
    // 3,000 packets of 60 ms are three minutes, regardless of the pages' positions.
    const { durationSeconds, costUsd } = await transcribe(longOgg(3_000, 12_000))
    expect(durationSeconds).toBeCloseTo(180, 1)
    expect(costUsd).toBeCloseTo(180 * 0.0001, 4)
  })

  it('rejects a file with far more data than its duration can contain', async () => {
    const bytes = Buffer.concat([oggOf('OpusHead', 12_000), Buffer.alloc(24_000_000)])
    await expect(transcribe(bytes)).rejects.toMatchObject({ code: 'TOO_LARGE' })
    expect(upstream.requests).toHaveLength(0)
  })

  it("charges the vendor's measure and the bytes where the header claims less", async () => {
    upstream.script({ text: 'yes', duration: 8_300 })
    const claimed = Buffer.concat([oggOf('OpusHead', 48_000 * 400), Buffer.alloc(24_000_000)])
    expect((await transcribe(claimed)).durationSeconds).toBe(8_300)
    upstream.script({ text: 'yes' })
    expect((await transcribe(claimed, {}, 'gpt-4o-transcribe')).durationSeconds).toBeGreaterThan(700)
  })

  it('stops reading an oversized file', async () => {
    let sent = 0
    async function* endless() {
      for (;;) {
        sent += 1024 * 1024
        yield new Uint8Array(1024 * 1024)
      }
    }
    const speech = speechWith({ STT_BASE_URL: upstream.url })
    const outcome = speech.transcribe(endless(), () => Promise.resolve({}), ann, new AbortController().signal)
    await expect(outcome).rejects.toMatchObject({ code: 'TOO_LARGE' })
    expect(sent).toBeLessThanOrEqual(MAX_AUDIO_BYTES + 1024 * 1024)
  })

  it('returns a failure of the provider', async () => {
    upstream.script('server-error')
    await expect(transcribe(recorded('one-second.webm'))).rejects.toMatchObject({
      kind: 'unavailable',
      status: 500,
    })
  })

  it('returns an error if no provider transcribes', async () => {
    const outcome = speechWith({}).transcribe(
      inPieces(recorded('one-second.webm')),
      () => Promise.resolve({}),
      ann,
      new AbortController().signal,
    )
    await expect(outcome).rejects.toMatchObject({ code: 'STT_UNAVAILABLE' })
  })
})

const hear = (teamTerms: TeamTerms, prompt?: string) =>
  createSpeech({
    ...speechRegistryOf({ STT_BASE_URL: `${upstream.url}/v1` }, 20_000),
    ledger: createOpenLedger(),
    ownSpeech: noOwnKeys.ownSpeech,
    teamTerms,
  }).transcribe(
    inPieces(wavOf({ seconds: 1, loudness: 0.2 })),
    () => Promise.resolve({ prompt }),
    ann,
    new AbortController().signal,
  )
const sent = () => upstream.requests.at(-1)?.form?.get('prompt')

describe('words to expect', () => {
  it('are those of the caller, then the names of their team', async () => {
    await hear(async ({ id }) => [id === ann.caller.id ? 'Harbour' : 'nobody', 'Kowalczyk'], 'Kubernetes')
    expect(sent()).toBe('Kubernetes, Harbour, Kowalczyk')
    await hear(async () => ['Harbour'])
    expect(sent()).toBe('Harbour')
    await hear(async () => [])
    expect(sent()).toBeNull()
  })

  it('are those of the caller if the names cannot be read', async () => {
    await hear(() => Promise.reject(new Error('no database')), 'Kubernetes')
    expect(sent()).toBe('Kubernetes')
  })
})

import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { speechRequest, type SpeechRequest } from '@vee/contract/http/speech'
import type { Voice } from '@vee/contract/entities/voice'
import { startUpstream, type Upstream } from '../../../../../fakes/upstream/index.ts'
import { createOpenLedger, noOwnKeys } from '../../../../../fakes/open-ledger.ts'
import { speechRegistryOf } from '../../../../../fakes/speech-registry.ts'
import type { SpeechRequester } from './synthesize.ts'
import { ProviderFailure } from '#providers/failure.ts'
import type { TtsProvider, TtsRequest } from '#providers/speech/tts.ts'
import { recogniseAudio } from './audio/recognise.ts'
import { createSpeech, type Speech } from './index.ts'

const ann: SpeechRequester = { caller: { kind: 'visitor', id: 'session:ann', ip: '192.0.2.1' } }

let upstream: Upstream
let speech: Speech
beforeAll(async () => {
  upstream = await startUpstream()
  speech = createSpeech({
    ...speechRegistryOf({ OPENAI_BASE_URL: `${upstream.url}/v1` }, 300),
    ledger: createOpenLedger(),
    ownSpeech: noOwnKeys.ownSpeech,
  })
})
afterAll(() => upstream.close())
beforeEach(() => upstream.reset())

const never = () => new AbortController().signal
const asked = (request: Partial<SpeechRequest>) => speechRequest.parse({ text: 'Good morning.', ...request })

function voice(id: string, lang: string, isDefault = false): Voice {
  return {
    id: `espeak_${id}`,
    providerVoiceId: id,
    name: id,
    lang,
    provider: 'espeak',
    quality: 'basic',
    isDefault,
    gender: null,
    description: '',
  }
}

/** An in-memory provider that returns WAV and PCM only and records its requests. */
function localProvider(isAvailable: boolean): TtsProvider & { readonly requests: TtsRequest[] } {
  const requests: TtsRequest[] = []
  return {
    id: 'espeak',
    name: 'Local',
    model: 'local',
    location: 'server',
    formats: ['wav', 'pcm'],
    requests,
    availability: () => Promise.resolve({ available: isAvailable, reason: null, hint: null, envVar: null }),
    voices: () =>
      Promise.resolve([
        voice('pt', 'pt'),
        voice('en-us', 'en-US', true),
        voice('en-gb', 'en-GB'),
        voice('pt-br', 'pt-BR'),
        voice('zh', 'zh'),
      ]),
    synthesize: async (request) => {
      requests.push(request)
      return (async function* () {
        yield new Uint8Array(2)
      })()
    },
  }
}

describe('synthesize', () => {
  it('returns the format that was really sent, the provider and the voice', async () => {
    const spoken = await speech.synthesize(
      asked({ text: '  Hello.  ', voice: 'openai_nova', format: 'opus', speed: 1.25 }),
      ann,
      never(),
    )
    expect(spoken).toMatchObject({ contentType: 'audio/wav', provider: 'openai', voiceId: 'openai_nova' })
    expect((await upstream.arrival(1)).json).toMatchObject({
      input: 'Hello.',
      voice: 'nova',
      response_format: 'opus',
      speed: 1.25,
    })
    let length = 0
    for await (const chunk of spoken.audio) length += chunk.length
    expect(length).toBeGreaterThan(1000)
  })

  it('finds a voice by its provider’s own id too', async () => {
    expect(await speech.synthesize(asked({ voice: 'nova' }), ann, never())).toMatchObject({
      voiceId: 'openai_nova',
    })
  })

  it.each([
    [{ text: ' \n\t ' }, 'text'],
    [{ voice: 'openai_nobody' }, 'voice'],
    [{ voice: '__proto__' }, 'voice'],
  ])('rejects %j', async (request, path) => {
    await expect(speech.synthesize(asked(request), ann, never())).rejects.toMatchObject({
      code: 'VALIDATION',
      details: [{ path }],
    })
    expect(upstream.requests).toHaveLength(0)
  })

  it('returns a failure of the provider', async () => {
    upstream.script('overloaded')
    await expect(speech.synthesize(asked({}), ann, never())).rejects.toMatchObject({
      kind: 'unavailable',
      status: 503,
    })
  })

  it('returns an error if no provider speaks', async () => {
    const silent = createSpeech({
      stt: [],
      tts: [localProvider(false)],
      ledger: createOpenLedger(),
      ownSpeech: noOwnKeys.ownSpeech,
    })
    await expect(silent.synthesize(asked({}), ann, never())).rejects.toMatchObject({
      code: 'TTS_UNAVAILABLE',
    })
    expect(await silent.voices()).toEqual({ voices: [], defaultVoiceId: null })
  })

  it.each([
    [undefined, 'en-us'],
    ['en', 'en-us'],
    ['en-GB', 'en-gb'],
    ['pt-br', 'pt-br'],
    ['pt-PT', 'pt'],
    ['zh-CN', 'zh'],
    ['xx-XX', 'en-us'],
    ['not a tag', 'en-us'],
  ])('picks the voice for %s', async (language, expected) => {
    const local = localProvider(true)
    const { voiceId } = await createSpeech({
      stt: [],
      tts: [local],
      ledger: createOpenLedger(),
      ownSpeech: noOwnKeys.ownSpeech,
    }).synthesize(asked({ language }), ann, never())
    expect(voiceId).toBe(`espeak_${expected}`)
    expect(local.requests).toMatchObject([{ providerVoiceId: expected }])
  })

  it.each([
    ['mp3', 'audio/wav'],
    ['opus', 'audio/wav'],
    ['wav', 'audio/wav'],
    ['pcm', 'audio/pcm'],
  ] as const)('returns %s as %s if only WAV and PCM are generated', async (format, contentType) => {
    const spoken = await createSpeech({
      stt: [],
      tts: [localProvider(true)],
      ledger: createOpenLedger(),
      ownSpeech: noOwnKeys.ownSpeech,
    }).synthesize(asked({ format }), ann, never())
    expect(spoken.contentType).toBe(contentType)
  })

  it('prefers the first available provider, and finds a voice of any', async () => {
    const [openai] = speechRegistryOf({ OPENAI_BASE_URL: `${upstream.url}/v1` }, 300).tts
    const both = createSpeech({
      stt: [],
      ledger: createOpenLedger(),
      ownSpeech: noOwnKeys.ownSpeech,
      tts: [localProvider(false), ...(openai ? [openai] : []), localProvider(true)],
    })
    expect(await both.synthesize(asked({}), ann, never())).toMatchObject({ voiceId: 'openai_alloy' })
    expect(await both.synthesize(asked({ voice: 'espeak_zh' }), ann, never())).toMatchObject({
      provider: 'espeak',
    })
    expect(await both.voices()).toMatchObject({ defaultVoiceId: 'openai_alloy', voices: { length: 14 } })
  })
})

const speechOf = (...tts: readonly TtsProvider[]) =>
  createSpeech({ stt: [], tts, ledger: createOpenLedger(), ownSpeech: noOwnKeys.ownSpeech })

const bytesOf = async (audio: AsyncIterable<Uint8Array>) => {
  const chunks: Uint8Array[] = []
  for await (const chunk of audio) chunks.push(chunk)
  return Buffer.concat(chunks)
}

describe('text that voices cannot read', () => {
  const silent = { ...localProvider(true), formats: ['mp3', 'opus', 'wav', 'pcm'] } as const
  /** A provider with voices of one language; `empty` if it returns no audio. */
  function voicesIn(lang: string, id: string, ending: 'empty' | 'audio' = 'audio') {
    const local = localProvider(true)
    const voices = () => Promise.resolve([{ ...voice(id, lang, true), id, provider: id }])
    const synthesizeNothing = () =>
      Promise.reject(new ProviderFailure({ kind: 'empty', provider: id, message: 'nothing' }))
    return { ...local, id, voices, ...(ending === 'empty' && { synthesize: synthesizeNothing }) }
  }

  it.each(['!!!', '👍🏽', '…', '\u0301', '(—)'])(
    'returns silence for %j without calling the provider',
    async (text) => {
      const provider = voicesIn('en-US', 'flite', 'empty')
      const spoken = await speechOf(provider).synthesize(asked({ text, format: 'pcm' }), ann, never())
      expect(spoken).toMatchObject({ contentType: 'audio/pcm', provider: 'flite', voiceId: 'flite' })
      expect(await bytesOf(spoken.audio)).toHaveLength(0)
      expect(provider.requests).toHaveLength(0)
    },
  )

  it.each([
    ['wav', 'audio/wav', 'wav', 0],
    ['mp3', 'audio/mpeg', 'mp3', 0.024],
    ['opus', 'audio/ogg', 'ogg', 0.02],
  ] as const)(
    'returns silence as a whole file of %s',
    async (format, contentType, container, durationSeconds) => {
      const spoken = await speechOf(silent).synthesize(asked({ text: '…', format }), ann, never())
      expect(spoken.contentType).toBe(contentType)
      expect(recogniseAudio(await bytesOf(spoken.audio))).toMatchObject({ container, durationSeconds })
    },
  )

  it('returns silence if the engine leaves out the only letter, and a failure if it leaves out a word', async () => {
    const engine = speechOf(voicesIn('en-US', 'flite', 'empty'))
    const spoken = await engine.synthesize(asked({ text: 'ȴ', format: 'pcm' }), ann, never())
    expect(await bytesOf(spoken.audio)).toHaveLength(0)
    await expect(engine.synthesize(asked({ text: 'Hello.' }), ann, never())).rejects.toMatchObject({
      kind: 'empty',
    })
  })

  it.each([undefined, 'flite'])(
    'uses the next voice that knows the script, with the voice %s',
    async (wanted) => {
      const [english, russian] = [voicesIn('en-US', 'flite'), voicesIn('ru-RU', 'espeak')]
      const request = asked({ text: 'Привет, мир', voice: wanted })
      expect(await speechOf(english, russian).synthesize(request, ann, never())).toMatchObject({
        voiceId: 'espeak',
      })
      expect(english.requests).toHaveLength(0)
    },
  )

  it.each(['Привет, мир', 'こんにちは'])(
    'is unavailable if no voice knows the script of %s',
    async (text) => {
      const english = voicesIn('en-US', 'flite')
      await expect(
        speechOf(english).synthesize(asked({ text, voice: 'flite' }), ann, never()),
      ).rejects.toMatchObject({
        code: 'TTS_UNAVAILABLE',
        message: 'No voice of this server reads this script.',
      })
      expect(english.requests).toHaveLength(0)
    },
  )
})

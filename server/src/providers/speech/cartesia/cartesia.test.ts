import Cartesia from '@cartesia/cartesia-js'
import type { WordTime } from '@vee/contract/http/speech'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { startCartesia } from '../../../../../fakes/cartesia/index.ts'
import type { VendorServer } from '../../../../../fakes/serve-requests.ts'
import { speechRegistryOf } from '../../../../../fakes/speech-registry.ts'

let vendor: VendorServer
beforeEach(async () => {
  vendor = await startCartesia('key')
})
afterEach(() => vendor.close())

const TEXT = 'Hello there, friend'
const provider = () => {
  const settings = { CARTESIA_API_KEY: 'key', CARTESIA_BASE_URL: vendor.url, TTS_PROVIDERS: 'cartesia' }
  const [tts] = speechRegistryOf(settings).tts
  if (!tts) throw new Error('it is not configured')
  return tts
}
const never = () => new AbortController().signal

async function speak(more: object = {}) {
  const tts = provider()
  const [voice] = await tts.voices()
  const words: WordTime[] = []
  const request = {
    text: TEXT,
    providerVoiceId: voice?.providerVoiceId ?? '',
    speed: 1,
    format: 'pcm',
    language: 'en-GB',
    caller: 'ann',
    onWords: (more: readonly WordTime[]) => void words.push(...more),
    ...more,
  } as const
  const chunks: Uint8Array[] = []
  for await (const chunk of await tts.synthesize(request, never())) chunks.push(chunk)
  return { words, bytes: Buffer.concat(chunks) }
}

describe('speech by Cartesia', () => {
  it('offers voices in their language, and caches them', async () => {
    const tts = provider()
    expect(await tts.voices()).toMatchObject([
      { name: 'Barbershop Man', lang: 'en-US', gender: 'male' },
      { name: 'Lukas', lang: 'de-DE' },
    ])
    await tts.voices()
    expect(vendor.requests).toHaveLength(1)
  })

  it('offers no voices while they cannot be fetched', async () => {
    vendor.fail(500)
    expect(await provider().voices()).toEqual([])
  })

  it.each([
    [4, 1.5],
    [0.25, 0.6],
  ])('limits speed %d to what the vendor takes', async (speed, sent) => {
    await speak({ speed })
    expect(vendor.requests.at(-1)?.json).toMatchObject({ generation_config: { speed: sent } })
  })

  it('has no word times in MP3, which events cannot carry', async () => {
    const { words } = await speak({ format: 'mp3' })
    expect(words).toEqual([])
    expect(vendor.requests.at(-1)?.path).toBe('/tts/bytes')
  })

  it.each([
    [401, 'unauthorized'],
    [402, 'no-credit'],
    [429, 'rate-limited'],
  ] as const)('fails on status %i', async (status, kind) => {
    const tts = provider()
    await tts.voices()
    vendor.fail(status)
    const request = { text: TEXT, providerVoiceId: 'x', speed: 1, format: 'pcm', caller: 'ann' } as const
    await expect(tts.synthesize({ ...request, language: 'en' }, never())).rejects.toMatchObject({
      kind,
      status,
    })
  })

  it('sends what the published client sends, which understands the fake', async () => {
    const client = new Cartesia({ apiKey: 'key', baseURL: vendor.url })
    const [voice] = (await client.voices.list({ limit: 100 })).data
    const events = await client.tts.generateSSE({
      model_id: 'sonic-3.5',
      transcript: TEXT,
      voice: { mode: 'id', id: voice?.id ?? '' },
      language: 'en',
      output_format: { container: 'raw', encoding: 'pcm_s16le', sample_rate: 24_000 },
      add_timestamps: true,
    })
    const theirWords: string[] = []
    let theirBytes = 0
    for await (const event of events) {
      if (event.type === 'timestamps') theirWords.push(...event.word_timestamps.words)
      if (event.type === 'chunk') theirBytes += Buffer.from(event.data, 'base64').length
    }
    const { words, bytes } = await speak()
    expect(words.map(({ start, end }) => TEXT.slice(start, end))).toEqual(theirWords)
    expect(bytes.length).toBe(theirBytes)
    const [, theirs, , ours] = vendor.requests
    expect(ours?.json).toEqual(theirs?.json)
    expect(ours?.path).toBe(theirs?.path)
    expect(ours?.headers.authorization).toBe(theirs?.headers.authorization)
    expect(ours?.headers['cartesia-version']).toBe(theirs?.headers['cartesia-version'])
    expect(vendor.requests[2]?.query.toString()).toBe(vendor.requests[0]?.query.toString())
  })
})

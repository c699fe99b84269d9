import type { WordTime } from '@vee/contract/http/speech'
import { afterEach, describe, expect, it } from 'vitest'
import { startElevenLabs } from '../../../../../fakes/elevenlabs/index.ts'
import type { VendorServer } from '../../../../../fakes/serve-requests.ts'
import { speechRegistryOf } from '../../../../../fakes/speech-registry.ts'

let vendor: VendorServer
afterEach(() => vendor.close())

const TEXT = 'Hello there, friend of many long words'
const provider = (variables: Record<string, string> = {}) => {
  const settings = { ELEVENLABS_API_KEY: 'key', ELEVENLABS_BASE_URL: vendor.url, TTS_PROVIDERS: 'elevenlabs' }
  const [tts] = speechRegistryOf({ ...settings, ...variables }).tts
  if (!tts) throw new Error('it is not configured')
  return tts
}

async function speak(more: object = {}, variables = {}) {
  const tts = provider(variables)
  const [voice] = await tts.voices()
  const words: WordTime[] = []
  const request = {
    text: TEXT,
    providerVoiceId: voice?.providerVoiceId ?? '',
    speed: 1,
    format: 'pcm',
    language: 'de-AT',
    caller: 'ann',
    onWords: (more: readonly WordTime[]) => void words.push(...more),
    ...more,
  } as const
  for await (const _ of await tts.synthesize(request, new AbortController().signal));
  return words
}

describe('speech by ElevenLabs', () => {
  it.each([false, true])(
    'has the times of words, also if they count from each chunk (%j)',
    async (relative) => {
      vendor = await startElevenLabs('key', relative)
      const words = await speak()
      expect(words.map(({ start, end }) => TEXT.slice(start, end))).toEqual(TEXT.split(' '))
      const msPerCharacter = 60
      for (const { start, atMs } of words) expect(Math.abs(atMs - start * msPerCharacter)).toBeLessThan(5)
    },
  )

  it('sends language and speed as the model takes them', async () => {
    vendor = await startElevenLabs('key')
    await speak({ speed: 4 })
    expect(vendor.requests.at(-1)?.json).toEqual({
      text: TEXT,
      model_id: 'eleven_flash_v2_5',
      language_code: 'de',
      voice_settings: { speed: 1.2 },
    })
    expect(vendor.requests.at(-1)?.query.get('output_format')).toBe('pcm_24000')
    await speak({ format: 'mp3' }, { ELEVENLABS_TTS_MODEL: 'eleven_multilingual_v2' })
    expect(vendor.requests.at(-1)?.json).not.toHaveProperty('language_code')
    expect(vendor.requests.at(-1)?.query.get('output_format')).toBe('mp3_44100_128')
  })

  it('fails for a wrong key', async () => {
    vendor = await startElevenLabs('another')
    await expect(speak()).rejects.toMatchObject({ kind: 'unauthorized', status: 401 })
  })
})

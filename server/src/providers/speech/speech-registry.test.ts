import { describe, expect, it } from 'vitest'
import { speechRegistryOf } from '../../../../fakes/speech-registry.ts'

const namesOf = (variables: Readonly<Record<string, string>>) => {
  const { stt, tts } = speechRegistryOf(variables)
  return { stt: stt.map(({ id }) => id), tts: tts.map(({ id }) => id) }
}

describe('createSpeechRegistry', () => {
  it('uses the key and the address of OpenAI for both directions unless they have their own', async () => {
    const { stt, tts } = speechRegistryOf({
      OPENAI_API_KEY: 'sk-1',
      TTS_BASE_URL: 'http://localhost:9000/v1',
    })
    expect(stt[0]).toMatchObject({ id: 'openai', name: 'OpenAI', location: 'vendor' })
    expect(tts[0]).toMatchObject({ id: 'openai', name: 'localhost', location: 'server' })
  })

  it('omits a vendor without a key', () => {
    for (const vendor of ['openai', 'deepgram']) {
      expect(namesOf({}).stt).not.toContain(vendor)
      expect(namesOf({}).tts).not.toContain(vendor)
    }
  })

  it('uses Deepgram with a key, after OpenAI', () => {
    const { stt, tts } = namesOf({ OPENAI_API_KEY: 'sk-1', DEEPGRAM_API_KEY: 'key' })
    expect(stt.slice(0, 2)).toEqual(['openai', 'deepgram'])
    expect(tts.slice(0, 2)).toEqual(['openai', 'deepgram'])
    expect(namesOf({ DEEPGRAM_BASE_URL: 'https://api.eu.deepgram.com' }).stt).not.toContain('deepgram')
  })

  it.each([
    ['https://api.eu.deepgram.com', 'Deepgram', 'vendor'],
    ['https://deepgram.example.org', 'deepgram.example.org', 'vendor'],
    ['http://localhost:8080', 'localhost', 'server'],
  ])('shows where Deepgram at %s processes audio', (url, name, location) => {
    const { stt, tts } = speechRegistryOf({ DEEPGRAM_API_KEY: 'key', DEEPGRAM_BASE_URL: url })
    expect(stt[0]).toMatchObject({ id: 'deepgram', model: 'nova-3', name, location })
    expect(tts[0]).toMatchObject({ id: 'deepgram', name, location })
  })

  it('uses the providers that the host ranks, in that order, and no others', () => {
    const openai = { OPENAI_API_KEY: 'sk-1' }
    expect(namesOf({ ...openai, TTS_PROVIDERS: 'espeak, openai' }).tts).toEqual(['espeak', 'openai'])
    expect(namesOf({ ...openai, TTS_PROVIDERS: 'espeak' }).tts).toEqual(['espeak'])
  })
})

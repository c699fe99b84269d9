import { describe, expect, it } from 'vitest'
import { speechRegistryOf } from '../../../fakes/speech-registry.ts'

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
    expect(namesOf({}).stt).not.toContain('openai')
    expect(namesOf({}).tts).not.toContain('openai')
  })

  it('uses the providers that the host ranks, in that order, and no others', () => {
    const openai = { OPENAI_API_KEY: 'sk-1' }
    expect(namesOf({ ...openai, TTS_PROVIDERS: 'espeak, openai' }).tts).toEqual(['espeak', 'openai'])
    expect(namesOf({ ...openai, TTS_PROVIDERS: 'espeak' }).tts).toEqual(['espeak'])
  })
})

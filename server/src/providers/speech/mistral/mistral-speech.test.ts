import { Mistral } from '@mistralai/mistralai'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { startMistral } from '../../../../../fakes/mistral/index.ts'
import type { VendorServer } from '../../../../../fakes/serve-requests.ts'
import { recordingOf } from '../../../../../fakes/speech-models/index.ts'
import { speechRegistryOf } from '../../../../../fakes/speech-registry.ts'

let vendor: VendorServer
beforeEach(async () => {
  vendor = await startMistral('key', 'Good morning.')
})
afterEach(() => vendor.close())

const provider = () => {
  const settings = { MISTRAL_API_KEY: 'key', MISTRAL_BASE_URL: vendor.url, STT_PROVIDERS: 'mistral' }
  const [stt] = speechRegistryOf(settings).stt
  if (!stt) throw new Error('it is not configured')
  return stt
}
const never = () => new AbortController().signal
const request = async (language: string | undefined) => ({
  audio: await recordingOf('good morning'),
  container: 'wav' as const,
  language,
  prompt: 'Zürich, Vee Mayer',
  caller: 'ann',
})
const formOf = (index: number) => {
  const form = vendor.requests[index]?.form
  return {
    model: form?.get('model'),
    language: form?.get('language'),
    terms: form?.getAll('context_bias'),
  }
}

describe('a transcription by Mistral', () => {
  it('sends language and terms, word by word', async () => {
    expect(await provider().transcribe(await request('en-GB'), never())).toEqual({
      text: 'Good morning.',
      language: 'en',
      durationSeconds: 2,
    })
    expect(formOf(0)).toEqual({
      model: 'voxtral-mini-latest',
      language: 'en',
      terms: ['Zürich', 'Vee', 'Mayer'],
    })
  })

  it('has the language detected if it is unknown', async () => {
    await provider().transcribe(await request(undefined), never())
    expect(formOf(0).language).toBeNull()
  })

  it.each([
    [401, 'unauthorized'],
    [429, 'rate-limited'],
    [503, 'unavailable'],
  ] as const)('fails on status %i', async (status, kind) => {
    vendor.fail(status)
    await expect(provider().transcribe(await request('en'), never())).rejects.toMatchObject({ kind, status })
  })

  it('sends what the published client sends', async () => {
    const { audio } = await request('en')
    const client = new Mistral({ apiKey: 'key', serverURL: vendor.url })
    const theirs = await client.audio.transcriptions.complete({
      model: 'voxtral-mini-latest',
      file: { fileName: 'utterance.wav', content: audio },
      language: 'en',
      contextBias: ['Zürich', 'Vee', 'Mayer'],
    })
    expect(theirs.text).toBe('Good morning.')
    await provider().transcribe(await request('en'), never())
    expect(formOf(1)).toEqual(formOf(0))
    expect(vendor.requests[1]?.headers.authorization).toBe(vendor.requests[0]?.headers.authorization)
  })
})

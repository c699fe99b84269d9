import { AssemblyAI } from 'assemblyai'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { startAssemblyAi, type AssemblyAiServer } from '../../../../../fakes/assemblyai/index.ts'
import { recordingOf } from '../../../../../fakes/speech-models/index.ts'
import { speechRegistryOf } from '../../../../../fakes/speech-registry.ts'
import type { SttRequest } from '../stt.ts'

let vendor: AssemblyAiServer
beforeEach(async () => {
  vendor = await startAssemblyAi('key', 'Good morning.')
})
afterEach(() => vendor.close())

const provider = (variables: Record<string, string> = {}, timeoutMs?: number) => {
  const settings = { ASSEMBLYAI_API_KEY: 'key', ASSEMBLYAI_BASE_URL: vendor.url, STT_PROVIDERS: 'assemblyai' }
  const [stt] = speechRegistryOf({ ...settings, ...variables }, timeoutMs).stt
  if (!stt) throw new Error('it is not configured')
  return stt
}
const never = () => new AbortController().signal
const request = async (changes: Partial<SttRequest> = {}): Promise<SttRequest> => ({
  audio: await recordingOf('good morning'),
  container: 'wav',
  language: 'en-GB',
  prompt: 'Zürich, Vee',
  caller: 'ann',
  ...changes,
})
const orders = () =>
  vendor.requests.filter(({ method, path }) => method === 'POST' && path === '/v2/transcript')

describe('a transcription by AssemblyAI', () => {
  it('uploads the recording, waits for the job, and deletes it', async () => {
    const result = await provider().transcribe(await request(), never())
    expect(result).toMatchObject({ text: 'Good morning.', language: 'en' })
    expect(result.durationSeconds).toBeGreaterThan(0)
    expect(orders()[0]?.json).toMatchObject({
      speech_models: ['universal-3-pro', 'universal-2'],
      language_code: 'en',
      keyterms_prompt: ['Zürich', 'Vee'],
    })
    await vi.waitFor(() => expect(vendor.stored).toEqual([]))
  })

  it('has the language detected if it is unknown', async () => {
    const { language } = await provider().transcribe(await request({ language: undefined }), never())
    expect(orders()[0]?.json).toMatchObject({ language_detection: true })
    expect(orders()[0]?.json).not.toHaveProperty('language_code')
    expect(language).toBe('en')
  })

  it('holds detection to the languages of the speaker', async () => {
    await provider().transcribe(await request({ language: undefined, languages: ['de-AT', 'en'] }), never())
    expect(orders()[0]?.json).toMatchObject({
      language_detection: true,
      language_detection_options: { expected_languages: ['de', 'en'], fallback_language: 'de' },
    })
  })

  it('fails without the text of the vendor for what is no audio, and deletes the job', async () => {
    const audio = new TextEncoder().encode('no sound at all, but more than forty-four characters')
    await expect(provider().transcribe(await request({ audio }), never())).rejects.toMatchObject({
      kind: 'broken',
      message: 'AssemblyAI: the recording could not be transcribed.',
    })
    await vi.waitFor(() => expect(vendor.stored).toEqual([]))
  })

  it.each([
    [401, 'unauthorized'],
    [429, 'rate-limited'],
    [500, 'unavailable'],
  ] as const)('fails on status %i', async (status, kind) => {
    vendor.fail(status)
    await expect(provider().transcribe(await request(), never())).rejects.toMatchObject({ kind, status })
  })

  it('stops waiting for a caller that aborts', async () => {
    const abort = new AbortController()
    const outcome = provider().transcribe(await request(), abort.signal)
    await vi.waitFor(() => expect(orders()).toHaveLength(1))
    abort.abort()
    await expect(outcome).rejects.toMatchObject({ provider: 'assemblyai' })
    await vi.waitFor(() => expect(vendor.stored).toEqual([]))
  })

  it('sends what the published client sends', async () => {
    const audio = await recordingOf('good morning')
    const client = new AssemblyAI({ apiKey: 'key', baseUrl: vendor.url })
    const theirs = await client.transcripts.transcribe(
      {
        audio: Buffer.from(audio),
        speech_models: ['universal-3-pro', 'universal-2'],
        language_code: 'en',
        keyterms_prompt: ['Zürich', 'Vee'],
      },
      { pollingInterval: 5 },
    )
    expect(theirs).toMatchObject({ status: 'completed', text: 'Good morning.' })
    await client.transcripts.delete(theirs.id)
    const count = vendor.requests.length
    await provider().transcribe(await request({ audio }), never())
    await vi.waitFor(() => expect(vendor.stored).toEqual([]))
    const shapeOf = (from: number, to?: number) =>
      vendor.requests.slice(from, to).map(({ method, path, headers, json, body }) => ({
        method,
        path: path.replace(/[\da-f-]{36}/, 'id'),
        key: headers.authorization,
        json: typeof json === 'object' && { ...json, audio_url: '' },
        ...(path === '/v2/upload' && { body: body.length }),
      }))
    expect(shapeOf(count)).toEqual(shapeOf(0, count))
  })
})

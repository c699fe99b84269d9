import { DeepgramClient, DeepgramError } from '@deepgram/sdk'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { DEEPGRAM_ERRORS, startDeepgram, type DeepgramServer } from '../../../../../fakes/deepgram/index.ts'
import { recordingOf } from '../../../../../fakes/speech-models/index.ts'
import { AURA_VOICES } from './aura-voices.ts'
import { createDeepgramStt } from './deepgram-stt.ts'
import { createDeepgramTts } from './deepgram-tts.ts'
import { failureOf } from '../../fixtures/failure-of.ts'

// Runs Deepgram's published client against the fake, so that the fake follows the vendor and not our adapter:
// the client must understand its responses, and send what the adapter sends.

const KEY = 'key-of-the-host'

let server: DeepgramServer
let recording: Uint8Array
beforeAll(async () => {
  server = await startDeepgram({ apiKey: KEY })
  recording = await recordingOf('good morning')
})
afterAll(() => server.close())
beforeEach(() => server.reset())

const clientWith = (apiKey: string) => new DeepgramClient({ apiKey, baseUrl: server.url, maxRetries: 0 })
const client = () => clientWith(KEY)
const transcribed = (key: string, model = 'nova-3') =>
  clientWith(key).listen.v1.media.transcribeFile(recording, { model })
const options = () => ({
  name: 'Deepgram',
  location: 'vendor' as const,
  apiKey: KEY,
  baseUrl: server.url,
  timeoutMs: 20_000,
})
const never = () => new AbortController().signal

/** What the server receives for a request: its parameters in any order. */
async function received(count: number) {
  const { method, path, query, headers, body } = await server.arrival(count)
  return {
    method,
    path,
    parameters: [...query].toSorted(([a], [b]) => a.localeCompare(b)),
    authorization: headers.authorization,
    type: headers['content-type'],
    body,
  }
}

describe("Deepgram's client against the fake", () => {
  it('reads the transcription, with the words, the language and the duration', async () => {
    const transcription = await client().listen.v1.media.transcribeFile(
      { data: recording, contentType: 'audio/wav' },
      { model: 'nova-3', detect_language: true, smart_format: true },
    )
    if (!('results' in transcription)) throw new Error('The response is for a callback.')
    const [channel] = transcription.results.channels
    expect(channel).toMatchObject({
      detected_language: 'en',
      alternatives: [
        {
          transcript: 'Good morning.',
          words: [
            { word: 'good', start: 0 },
            { word: 'morning', end: transcription.metadata.duration },
          ],
        },
      ],
    })
    expect(transcription.metadata.duration).toBeGreaterThan(0.3)
  })

  it('sends the same request for a transcription as the adapter', async () => {
    await client().listen.v1.media.transcribeFile(
      { data: recording, contentType: 'audio/wav' },
      {
        model: 'nova-3',
        language: 'de',
        smart_format: true,
        keyterm: ['Vee', 'Grüße an Ann'],
        mip_opt_out: true,
      },
    )
    const request = {
      audio: recording,
      container: 'wav',
      language: 'de-DE',
      prompt: 'Vee, Grüße an Ann',
      caller: 'ann',
    } as const
    await createDeepgramStt({ ...options(), model: 'nova-3' }).transcribe(request, never())
    expect(await received(2)).toEqual(await received(1))
  })

  it('reads the audio', async () => {
    const audio = await client().speak.v1.audio.generate({
      text: 'Good morning.',
      model: 'aura-2-thalia-en',
      encoding: 'linear16',
      container: 'wav',
    })
    const bytes = Buffer.from(await audio.arrayBuffer())
    expect(bytes.toString('latin1', 0, 4)).toBe('RIFF')
    expect(bytes.length).toBeGreaterThan(1_000)
  })

  it('sends the same request for speech as the adapter', async () => {
    const audio = await client().speak.v1.audio.generate({
      text: 'Good morning.',
      model: 'aura-2-thalia-en',
      encoding: 'linear16',
      container: 'none',
      sample_rate: 24_000,
      speed: 1.2,
      mip_opt_out: true,
    })
    const request = {
      text: 'Good morning.',
      providerVoiceId: 'aura-2-thalia-en',
      speed: 1.2,
      format: 'pcm',
      language: 'en',
      caller: 'ann',
    } as const
    const chunks: Uint8Array[] = []
    for await (const chunk of await createDeepgramTts(options()).synthesize(request, never()))
      chunks.push(chunk)
    expect(await received(2)).toEqual(await received(1))
    expect(Buffer.concat(chunks).equals(Buffer.from(await audio.arrayBuffer()))).toBe(true)
  })

  it('reads its errors', async () => {
    const rejected = await failureOf(transcribed('another'))
    expect(rejected).toBeInstanceOf(DeepgramError)
    expect(rejected).toMatchObject({ statusCode: 401, body: { err_code: 'INVALID_AUTH' } })
    expect(await failureOf(transcribed(KEY, 'no-such-model'))).toMatchObject({
      statusCode: 400,
      body: { err_code: 'Bad Request' },
    })
    server.script({ error: { ...DEEPGRAM_ERRORS.tooManyRequests, retryAfter: '7' } })
    expect(await failureOf(transcribed(KEY))).toMatchObject({
      statusCode: 429,
      body: { err_code: 'TOO_MANY_REQUESTS' },
    })
  })

  it.each([
    ['a text that is too long', { text: 'a'.repeat(2_001) }, 413],
    ['an unknown voice', { text: 'Hello', model: 'aura-2-nobody' }, 400],
    ['a container that does not fit', { text: 'Hello', encoding: 'mp3', container: 'wav' }, 400],
    ['a speed that is too fast', { text: 'Hello', speed: 4 }, 400],
  ])('is refused %s', async (_, changes, statusCode) => {
    const request = { model: 'aura-2-thalia-en', ...changes }
    expect(await failureOf(client().speak.v1.audio.generate(request))).toMatchObject({ statusCode })
  })

  it('knows every voice that the adapter offers', async () => {
    const { AudioGenerateRequestModel } = (await import('@deepgram/sdk')).Deepgram.speak.v1
    const models: readonly string[] = Object.values(AudioGenerateRequestModel)
    expect(
      AURA_VOICES.map(({ providerVoiceId }) => providerVoiceId).filter((id) => !models.includes(id)),
    ).toEqual([])
    // The client marks this one as never served.
    const offered = new Set(AURA_VOICES.map(({ providerVoiceId }) => providerVoiceId))
    expect(models.filter((id) => id.startsWith('aura-2-') && !offered.has(id))).toEqual(['aura-2-perseo-it'])
  })
})

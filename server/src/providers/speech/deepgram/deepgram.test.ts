import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import {
  DEEPGRAM_ERRORS,
  startDeepgram,
  type DeepgramServer,
  type DeepgramStep,
} from '../../../../../fakes/deepgram/index.ts'
import { recordingOf } from '../../../../../fakes/speech-models/index.ts'
import { ProviderFailure, type ProviderFailureKind } from '../../failure.ts'
import type { SttRequest } from '../stt.ts'
import type { TtsRequest } from '../tts.ts'
import { createDeepgramStt } from './deepgram-stt.ts'
import { createDeepgramTts } from './deepgram-tts.ts'
import { failureOf } from '../../fixtures/failure-of.ts'

const TIMEOUT_MS = 300
const SECRET = 'secret-of-the-host'
const SAID = 'a sentence nobody may log'
const UNREADABLE = new TextEncoder().encode('no sound at all, but more than forty-four characters')

let server: DeepgramServer
let recording: Uint8Array
beforeAll(async () => {
  server = await startDeepgram({ apiKey: SECRET })
  recording = await recordingOf('good morning')
})
afterAll(() => server.close())
beforeEach(() => server.reset())

const options = () => ({
  name: 'Deepgram',
  location: 'vendor' as const,
  apiKey: SECRET,
  baseUrl: server.url,
  timeoutMs: TIMEOUT_MS,
})
const never = () => new AbortController().signal

const transcribe = (
  changes: Partial<SttRequest> = {},
  {
    model = 'nova-3',
    signal = never(),
    ...others
  }: { model?: string; signal?: AbortSignal; apiKey?: string } = {},
) =>
  createDeepgramStt({ ...options(), ...others, model }).transcribe(
    {
      audio: recording,
      container: 'wav',
      language: 'de-DE',
      prompt: undefined,
      caller: 'ann',
      ...changes,
    },
    signal,
  )

const synthesize = (changes: Partial<TtsRequest> = {}, signal = never(), others: { apiKey?: string } = {}) =>
  createDeepgramTts({ ...options(), ...others }).synthesize(
    {
      text: SAID,
      providerVoiceId: 'aura-2-thalia-en',
      speed: 1,
      format: 'pcm',
      language: undefined,
      caller: 'ann',
      ...changes,
    },
    signal,
  )

const languagesOf = (model: string) => createDeepgramStt({ ...options(), model }).languages

async function bytesOf(audio: Promise<AsyncIterable<Uint8Array>>): Promise<Buffer> {
  const chunks: Uint8Array[] = []
  for await (const chunk of await audio) chunks.push(chunk)
  return Buffer.concat(chunks)
}

/** Each direction as one function that reads its whole response. */
const directions = {
  transcription: (signal: AbortSignal, others = {}) => transcribe({ prompt: SAID }, { signal, ...others }),
  speech: (signal: AbortSignal, others = {}) => bytesOf(synthesize({}, signal, others)),
}

describe.each(Object.entries(directions))('%s by Deepgram', (_, act) => {
  const { invalidAuth, paymentRequired, insufficientPermissions, tooManyRequests, internal, unavailable } =
    DEEPGRAM_ERRORS
  it.each<[string, DeepgramStep, ProviderFailureKind, string]>([
    ['a rejected key', { error: invalidAuth }, 'unauthorized', 'Deepgram answered 401 (INVALID_AUTH).'],
    [
      'a missing balance',
      { error: paymentRequired },
      'no-credit',
      'Deepgram answered 402 (ASR_PAYMENT_REQUIRED).',
    ],
    [
      'a model that is not allowed',
      { error: insufficientPermissions },
      'unauthorized',
      'Deepgram answered 403 (INSUFFICIENT_PERMISSIONS).',
    ],
    [
      'too many requests',
      { error: tooManyRequests },
      'rate-limited',
      'Deepgram answered 429 (TOO_MANY_REQUESTS).',
    ],
    ['a server error', { error: internal }, 'unavailable', 'Deepgram answered 500 (INTERNAL_SERVER_ERROR).'],
    ['an outage', { error: unavailable }, 'unavailable', 'Deepgram answered 503 (SERVICE_UNAVAILABLE).'],
    ['no headers in time', { headersAfterMs: Infinity }, 'timeout', 'Deepgram took too long.'],
    ['no bytes in time', { ending: 'hang', piecesBeforeEnding: 0 }, 'timeout', 'Deepgram took too long.'],
    [
      'a connection that is cut before the response',
      { ending: 'cut', piecesBeforeEnding: 0 },
      'cut',
      'Deepgram ended in the middle of its answer.',
    ],
    [
      'a connection that is cut within the response',
      { ending: 'cut', piecesBeforeEnding: 1 },
      'cut',
      'Deepgram ended in the middle of its answer.',
    ],
  ])('reports %s', async (_, step, kind, message) => {
    server.script(step)
    const failure = await failureOf(act(never()))
    expect(failure).toBeInstanceOf(ProviderFailure)
    expect(failure).toMatchObject({ kind, message, provider: 'deepgram' })
    expect(String(failure)).not.toContain(SAID)
    expect(String(failure)).not.toContain(SECRET)
  })

  it('passes on how long to wait', async () => {
    server.script({ error: { ...DEEPGRAM_ERRORS.tooManyRequests, retryAfter: '7' } })
    expect(await failureOf(act(never()))).toMatchObject({ status: 429, retryAfterSeconds: 7 })
  })

  it('sends the key in the scheme of Deepgram', async () => {
    await act(never())
    expect((await server.arrival(1)).headers.authorization).toBe(`Token ${SECRET}`)
    expect(await failureOf(act(never(), { apiKey: 'another' }))).toMatchObject({ kind: 'unauthorized' })
  })

  it('reports the limit of concurrent requests', async () => {
    const busy = await startDeepgram({ apiKey: SECRET, concurrency: 1 })
    const elsewhere = { ...options(), baseUrl: busy.url, timeoutMs: 20_000 }
    busy.script({ headersAfterMs: Infinity }, {})
    const abort = new AbortController()
    const request = {
      audio: recording,
      container: 'wav',
      language: 'en',
      prompt: undefined,
      caller: 'ann',
    } as const
    const first = failureOf(
      createDeepgramStt({ ...elsewhere, model: 'nova-3' }).transcribe(request, abort.signal),
    )
    await busy.arrival(1)
    const second = createDeepgramStt({ ...elsewhere, model: 'nova-3' }).transcribe(request, never())
    expect(await failureOf(second)).toMatchObject({ kind: 'rate-limited', status: 429 })
    abort.abort()
    await first
    await busy.close()
  })

  it('reports a server that cannot be reached', async () => {
    const gone = await startDeepgram({ apiKey: SECRET })
    await gone.close()
    expect(await failureOf(act(never(), { baseUrl: gone.url }))).toMatchObject({ kind: 'unavailable' })
  })

  it('closes the connection as soon as it is aborted', async () => {
    server.script({ headersAfterMs: Infinity })
    const abort = new AbortController()
    const outcome = failureOf(act(abort.signal))
    const request = await server.arrival(1)
    abort.abort()
    expect(await outcome).toBeInstanceOf(ProviderFailure)
    expect(await request.ended).toBe('aborted')
  })
})

describe('transcription by Deepgram', () => {
  it('sends the recording as the body, with its media type, and the rest in the query', async () => {
    await transcribe()
    const { method, path, query, headers, body } = await server.arrival(1)
    expect(`${method} ${path}`).toBe('POST /v1/listen')
    expect(Object.fromEntries(query)).toEqual({
      model: 'nova-3',
      smart_format: 'true',
      language: 'de',
      mip_opt_out: 'true',
    })
    expect(headers['content-type']).toBe('audio/wav')
    expect(body.equals(recording)).toBe(true)
  })

  it.each([
    ['wav', 'audio/wav'],
    ['webm', 'audio/webm'],
    ['ogg', 'audio/ogg'],
    ['mp4', 'audio/mp4'],
    ['mp3', 'audio/mpeg'],
  ] as const)('names the media type of %s', async (container, type) => {
    await transcribe({ container })
    expect((await server.arrival(1)).headers['content-type']).toBe(type)
  })

  it.each([
    ['en-GB', 'en'],
    ['nb-NO', 'no'],
    ['fil-PH', 'tl'],
    ['zh-CN', 'zh'],
    ['zh-TW', 'zh-TW'],
    ['zh-HK', 'zh-HK'],
    ['yue', 'zh-HK'],
  ])('names the language of %s as %s', async (language, expected) => {
    await transcribe({ language })
    const { query } = await server.arrival(1)
    expect(query.get('language')).toBe(expected)
    expect(query.has('detect_language')).toBe(false)
  })

  it.each([undefined, 'not a tag', 'cy-GB'])(
    'detects the language if the expected one is %s',
    async (language) => {
      expect(await transcribe({ language })).toMatchObject({ language: 'en' })
      const { query } = await server.arrival(1)
      expect(query.get('detect_language')).toBe('true')
      expect(query.has('language')).toBe(false)
    },
  )

  it.each([
    ['nl-BE', 'nl'],
    ['zh', 'zh'],
    ['no', 'no'],
    [undefined, null],
  ])('returns the detected language %s as %s', async (detected, language) => {
    const channel = { detected_language: detected, alternatives: [{ transcript: 'ja' }] }
    server.script({
      raw: { contentType: 'application/json', text: JSON.stringify({ results: { channels: [channel] } }) },
    })
    expect(await transcribe()).toEqual({ text: 'ja', language, durationSeconds: undefined })
  })

  it('sends each expected term as one key term', async () => {
    await transcribe({ prompt: 'Vee, Nerf; Grüße an Ann\n会議、Vee' })
    expect((await server.arrival(1)).query.getAll('keyterm')).toEqual(['Vee', 'Nerf', 'Grüße an Ann', '会議'])
  })

  it('omits key terms beyond the limit of Deepgram', async () => {
    const terms = Array.from({ length: 100 }, (_, index) => `term-${String(index).padStart(4, '0')}`)
    await transcribe({ prompt: terms.join(',') })
    expect((await server.arrival(1)).query.getAll('keyterm')).toEqual(terms.slice(0, 55))
  })

  it.each([undefined, '', ' , '])('sends no key term for %j', async (prompt) => {
    await transcribe({ prompt })
    expect((await server.arrival(1)).query.has('keyterm')).toBe(false)
  })

  it('sends no key terms to a model that has none', async () => {
    await transcribe({ prompt: 'Vee' }, { model: 'nova-2' })
    const { query } = await server.arrival(1)
    expect(query.get('model')).toBe('nova-2')
    expect(query.has('keyterm')).toBe(false)
  })

  it('returns the text and the duration', async () => {
    server.script({ text: 'Guten Morgen.' })
    const result = await transcribe()
    expect(result).toMatchObject({ text: 'Guten Morgen.', language: null })
    expect(result.durationSeconds).toBeGreaterThan(0.3)
  })

  it.each([
    { text: '' },
    { raw: { contentType: 'application/json', text: '{"results":{"channels":[{}]}}' } },
  ])('returns no words for an empty transcript', async (step) => {
    server.script(step)
    expect(await transcribe()).toMatchObject({ text: '' })
  })

  it.each(['<html>', '{"results":', '{}', '{"results":{"channels":[]}}', '{"request_id":"callback"}'])(
    'treats %j as outside the protocol',
    async (text) => {
      server.script({ raw: { contentType: 'application/json', text } })
      expect(await failureOf(transcribe())).toMatchObject({ kind: 'broken', provider: 'deepgram' })
    },
  )

  it('reports a recording that Deepgram cannot decode', async () => {
    expect(await failureOf(transcribe({ audio: UNREADABLE }))).toMatchObject({ kind: 'refused', status: 400 })
  })

  it('reports a recording that is too large for Deepgram', async () => {
    server.script({ error: DEEPGRAM_ERRORS.payloadTooLarge })
    expect(await failureOf(transcribe())).toMatchObject({ kind: 'too-large', status: 413 })
  })

  it('knows the languages of Nova-3 only', () => {
    expect(languagesOf('nova-3')).toEqual(expect.arrayContaining(['en', 'de', 'ja', 'ko', 'pt', 'zh', 'nb']))
    expect(languagesOf('nova-3')).not.toContain('cy')
    expect(languagesOf('nova-3-medical')).toBeUndefined()
  })
})

describe('speech by Deepgram', () => {
  it.each([
    ['mp3', { encoding: 'mp3' }],
    ['opus', { encoding: 'opus', container: 'ogg' }],
    ['wav', { encoding: 'linear16', container: 'none', sample_rate: '24000' }],
    ['pcm', { encoding: 'linear16', container: 'none', sample_rate: '24000' }],
  ] as const)('requests %s', async (format, parameters) => {
    await bytesOf(synthesize({ format }))
    const { method, path, query, json } = await server.arrival(1)
    expect(`${method} ${path}`).toBe('POST /v1/speak')
    expect(Object.fromEntries(query)).toEqual({
      model: 'aura-2-thalia-en',
      mip_opt_out: 'true',
      ...parameters,
    })
    expect(json).toEqual({ text: SAID })
  })

  it.each([
    ['aura-2-thalia-en', 1, null],
    ['aura-2-thalia-en', 1.2, '1.2'],
    ['aura-2-thalia-en', 4, '1.5'],
    ['aura-2-nestor-es', 0.25, '0.7'],
    ['aura-2-julius-de', 1.2, null],
  ])('speaks with %s at %s times the speed as %s', async (providerVoiceId, speed, expected) => {
    await bytesOf(synthesize({ providerVoiceId, speed }))
    expect((await server.arrival(1)).query.get('speed')).toBe(expected)
  })

  it('sends a long text in several requests, which become one WAV file', async () => {
    const sentence = 'This sentence has exactly fifty characters in it. '
    const text = sentence.repeat(82).trim()
    const wav = await bytesOf(synthesize({ text, format: 'wav' }))
    const texts = server.requests.map(({ json }) => (json as { readonly text: string }).text)
    expect(texts.map(({ length }) => length)).toEqual([2_000, 2_000, 99])
    expect(texts.join('')).toBe(text)
    expect(wav.toString('latin1').split('RIFF')).toHaveLength(2)
  })

  it('yields the first audio while the rest is still being synthesized', async () => {
    server.script({ ending: 'hang', piecesBeforeEnding: 1 })
    const abort = new AbortController()
    const audio = (await synthesize({}, abort.signal))[Symbol.asyncIterator]()
    expect((await audio.next()).value?.length).toBeGreaterThan(0)
    abort.abort()
    expect(await (await server.arrival(1)).ended).toBe('aborted')
  })

  it('closes the connection when the caller stops reading', async () => {
    server.script({ piecesPerSecond: 20 })
    for await (const chunk of await synthesize()) if (chunk.length > 0) break
    expect(await (await server.arrival(1)).ended).toBe('aborted')
  })

  it('treats text in place of audio as outside the protocol', async () => {
    server.script({ raw: { contentType: 'application/json', text: '{"request_id":"callback"}' } })
    expect(await failureOf(synthesize())).toMatchObject({ kind: 'broken' })
  })

  it('reports a response without audio', async () => {
    server.script({ raw: { contentType: 'audio/mpeg', text: '' } })
    expect(await failureOf(synthesize())).toMatchObject({ kind: 'empty' })
  })

  it('offers voices of seven languages, one of them as default', async () => {
    const voices = await createDeepgramTts(options()).voices()
    const languages = new Set(voices.map(({ lang }) => new Intl.Locale(lang).language))
    expect([...languages]).toEqual(['en', 'es', 'de', 'fr', 'nl', 'it', 'ja'])
    expect(voices.filter(({ isDefault }) => isDefault).map(({ id }) => id)).toEqual([
      'deepgram_aura-2-thalia-en',
    ])
  })
})

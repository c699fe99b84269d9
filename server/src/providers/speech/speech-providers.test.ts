import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import {
  startUpstream,
  type Behaviour,
  type BehaviourName,
  type Upstream,
} from '../../../../fakes/upstream/index.ts'
import { ProviderFailure, type ProviderFailureKind } from '../failure.ts'
import { createOpenAiStt } from './openai/openai-stt.ts'
import { createOpenAiTts } from './openai/openai-tts.ts'
import type { SttRequest } from './stt.ts'
import type { TtsRequest } from './tts.ts'
import { failureOf } from '../fixtures/failure-of.ts'

const TIMEOUT_MS = 300
const SECRET = 'sk-secret-of-the-host'
const SAID = 'a sentence nobody may log'

const utterance: SttRequest = {
  audio: new Uint8Array([1, 2, 3]),
  container: 'webm',
  language: 'de-DE',
  prompt: SAID,
  caller: 'ann',
}
const text: TtsRequest = {
  text: SAID,
  providerVoiceId: 'nova',
  speed: 1.5,
  format: 'pcm',
  language: undefined,
  caller: 'ann',
}

let upstream: Upstream
beforeAll(async () => {
  upstream = await startUpstream()
})
afterAll(() => upstream.close())
beforeEach(() => upstream.reset())

const options = () => ({
  name: 'OpenAI',
  location: 'vendor' as const,
  apiKey: SECRET,
  baseUrl: `${upstream.url}/v1`,
  model: 'whisper-1',
  timeoutMs: TIMEOUT_MS,
})

/** Each direction as one function that reads its whole response. */
const directions = {
  transcription: (signal: AbortSignal) =>
    createOpenAiStt(options())
      .transcribe(utterance, signal)
      .then((result) => result.text),
  speech: async (signal: AbortSignal) => {
    const chunks: Uint8Array[] = []
    for await (const chunk of await createOpenAiTts(options()).synthesize(text, signal)) chunks.push(chunk)
    return Buffer.concat(chunks).toString('latin1')
  },
}

const never = () => new AbortController().signal

describe.each(Object.entries(directions))('OpenAI-style %s', (_, act) => {
  it.each<[string, Behaviour | BehaviourName, ProviderFailureKind]>([
    ['a rejected key', 'unauthorized', 'unauthorized'],
    ['a rejected request', 'bad-request', 'refused'],
    ['too many requests', 'rate-limited', 'rate-limited'],
    ['a server error', 'server-error', 'unavailable'],
    ['no headers in time', 'hang-before-headers', 'timeout'],
    ['no bytes in time', 'hang-before-events', 'timeout'],
    ['a connection closed before the response', 'cut-before-events', 'cut'],
  ])('reports %s', async (_, behaviour, kind) => {
    upstream.script(behaviour)
    const failure = await failureOf(act(never()))
    expect(failure).toBeInstanceOf(ProviderFailure)
    expect(failure).toMatchObject({ kind, provider: 'openai' })
    expect(String(failure)).not.toContain(SECRET)
    expect(String(failure)).not.toContain(SAID)
  })

  it('passes on how long to wait', async () => {
    upstream.script({ refusal: { status: 429, retryAfter: '7' } })
    expect(await failureOf(act(never()))).toMatchObject({ status: 429, retryAfterSeconds: 7 })
  })

  it('accepts a date in Retry-After', async () => {
    upstream.script({ refusal: { status: 503, retryAfter: new Date(Date.now() + 30_000).toUTCString() } })
    const failure = await failureOf(act(never()))
    expect(failure).toMatchObject({ retryAfterSeconds: expect.closeTo(30, -0.5) as number })
  })

  it('reports a server that cannot be reached', async () => {
    const gone = await startUpstream()
    await gone.close()
    const elsewhere = { ...options(), baseUrl: `${gone.url}/v1` }
    expect(await failureOf(createOpenAiTts(elsewhere).synthesize(text, never()))).toMatchObject({
      kind: 'unavailable',
    })
    expect(await failureOf(createOpenAiStt(elsewhere).transcribe(utterance, never()))).toMatchObject({
      kind: 'unavailable',
    })
  })

  it('waits for a slow response', async () => {
    upstream.script({ firstPieceAfterMs: TIMEOUT_MS / 2, text: 'slow' })
    expect(await act(never())).not.toBe('')
  })

  it('closes the connection as soon as it is aborted', async () => {
    upstream.script('hang-before-headers')
    const abort = new AbortController()
    const outcome = failureOf(act(abort.signal))
    const request = await upstream.arrival(1)
    abort.abort()
    expect(await outcome).toBeInstanceOf(ProviderFailure)
    expect(await request.ended).toBe('aborted')
  })

  it('sends the key as a bearer token, and none where there is none', async () => {
    await act(never())
    await createOpenAiStt({ ...options(), apiKey: undefined }).transcribe(utterance, never())
    expect(upstream.requests.map(({ headers }) => headers.authorization)).toEqual([
      `Bearer ${SECRET}`,
      undefined,
    ])
  })
})

const transcribe = (model = 'whisper-1', request = utterance) =>
  createOpenAiStt({ ...options(), model }).transcribe(request, never())
const tts = (model = 'tts-1') => createOpenAiTts({ ...options(), model })

describe('OpenAI-style transcription', () => {
  it('sends the recording under a file name that reveals its container', async () => {
    upstream.script({ text: 'guten Tag' })
    expect(await transcribe()).toEqual({ text: 'guten Tag', language: 'en', durationSeconds: undefined })
    const { path, form } = await upstream.arrival(1)
    const file = form?.get('file')
    expect(path).toBe('/v1/audio/transcriptions')
    expect(file).toMatchObject({ name: 'utterance.webm', size: 3 })
    expect(Object.fromEntries(form ?? [])).toMatchObject({ model: 'whisper-1', language: 'de', prompt: SAID })
  })

  it.each([
    ['whisper-1', 'verbose_json'],
    ['whisper-large-v3', 'verbose_json'],
    ['gpt-4o-transcribe', 'json'],
    ['gpt-4o-mini-transcribe', 'json'],
  ])('requests %s for %s', async (model, format) => {
    await transcribe(model)
    expect((await upstream.arrival(1)).form?.get('response_format')).toBe(format)
  })

  it('returns no language where the model does not report one', async () => {
    expect(await transcribe('gpt-4o-transcribe')).toMatchObject({ language: null })
  })

  it.each([
    ['zh-CN', 'zh'],
    ['cmn', 'zh'],
    ['not a tag', null],
    ['yue', null],
  ])('hints at %s as %s', async (language, hint) => {
    await transcribe('whisper-1', { ...utterance, language })
    expect((await upstream.arrival(1)).form?.get('language')).toBe(hint)
  })

  it('treats a response outside the protocol as a failure', async () => {
    upstream.script('garbage-mid-stream')
    expect(await failureOf(transcribe())).toMatchObject({ kind: 'broken' })
  })

  it('returns no words for an empty transcript', async () => {
    upstream.script('empty')
    expect(await transcribe()).toMatchObject({ text: '' })
  })
})

describe('OpenAI-style speech', () => {
  it('sends the requested parameters', async () => {
    await directions.speech(never())
    const { path, json } = await upstream.arrival(1)
    expect(path).toBe('/v1/audio/speech')
    expect(json).toEqual({
      model: 'whisper-1',
      input: SAID,
      voice: 'nova',
      response_format: 'pcm',
      speed: 1.5,
    })
  })

  it('yields the first audio while the rest is still being synthesized', async () => {
    upstream.script({ ending: 'hang', piecesBeforeEnding: 1 })
    const abort = new AbortController()
    const audio = (await tts().synthesize(text, abort.signal))[Symbol.asyncIterator]()
    expect((await audio.next()).value?.length).toBeGreaterThan(0)
    abort.abort()
    expect(await (await upstream.arrival(1)).ended).toBe('aborted')
  })

  it.each<[BehaviourName, ProviderFailureKind]>([
    ['cut-mid-stream', 'cut'],
    ['hang-between-events', 'timeout'],
  ])('reports during the audio that it was %s', async (behaviour, kind) => {
    upstream.script(behaviour)
    expect(await failureOf(directions.speech(never()))).toMatchObject({ kind })
  })

  it('closes the connection when the caller aborts', async () => {
    upstream.script({ piecesPerSecond: 20 })
    for await (const chunk of await tts().synthesize(text, never())) if (chunk.length > 0) break
    expect(await (await upstream.arrival(1)).ended).toBe('aborted')
  })

  it('offers the voices of the model, one of them as default', async () => {
    const old = await tts('tts-1').voices()
    const all = await tts('gpt-4o-mini-tts').voices()
    expect(old).toHaveLength(9)
    expect(all.map(({ id }) => id)).toContain('openai_verse')
    expect(all).toHaveLength(11)
    expect(all.filter(({ isDefault }) => isDefault)).toHaveLength(1)
  })
})

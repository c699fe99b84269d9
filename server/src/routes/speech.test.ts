import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createLiveModelCatalogue } from '#domain/voice/live-model/index.ts'
import { createSpeech } from '#domain/voice/speech/index.ts'
import { wavOf } from '#domain/voice/speech/fixtures/sounds.ts'
import { speechRegistryOf } from '../../../fakes/speech-registry.ts'
import { serveRoutes, type MountedRoutes } from '../../../fakes/mounted-routes.ts'
import { createOpenLedger, noOwnKeys } from '../../../fakes/open-ledger.ts'
import { startUpstream, type Upstream } from '../../../fakes/upstream/index.ts'
import { speechRoutes } from './speech.ts'

let upstream: Upstream
let mounted: MountedRoutes
beforeEach(async () => {
  upstream = await startUpstream()
  const providers = speechRegistryOf({ OPENAI_BASE_URL: `${upstream.url}/v1` })
  const ledger = createOpenLedger()
  mounted = await serveRoutes(
    speechRoutes(
      createSpeech({ ...providers, ledger, ownSpeech: noOwnKeys.ownSpeech }),
      createLiveModelCatalogue({ models: [], access: 'members', maxSeconds: 60, ledger }),
    ),
  )
})
afterEach(async () => {
  await mounted.close()
  await upstream.close()
})

function upload(audio: Buffer, fields: Readonly<Record<string, string>> = {}) {
  const form = new FormData()
  form.set('audio', new Blob([new Uint8Array(audio)], { type: 'text/html' }), 'said.exe')
  for (const [name, value] of Object.entries(fields)) form.set(name, value)
  return fetch(`${mounted.api}/stt`, { method: 'POST', body: form })
}

const speak = (body: object, signal?: AbortSignal) =>
  fetch(`${mounted.api}/tts`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
    ...(signal && { signal }),
  })

describe('POST /stt', () => {
  it('returns the text, for any file name and order of fields', async () => {
    const response = await upload(wavOf({ seconds: 1, loudness: 0.3 }), { language: 'en', prompt: 'Vee' })
    expect(response.status).toBe(200)
    expect(await response.json()).toMatchObject({
      text: 'hello there',
      durationSeconds: 1,
      provider: 'openai',
      isNoSpeech: false,
    })
    expect((await upstream.arrival(1)).form?.get('prompt')).toBe('Vee')
  })

  it.each([
    [Buffer.alloc(0), 400, 'VALIDATION'],
    [Buffer.from('no sound'), 415, 'UNSUPPORTED_MEDIA'],
    // 3,500 samples would be an hour.
    [wavOf({ seconds: 3_500, sampleRate: 1, loudness: 0.3 }), 415, 'UNSUPPORTED_MEDIA'],
    [Buffer.alloc(26 * 1024 * 1024), 413, 'TOO_LARGE'],
  ])('rejects invalid recordings (%#)', async (audio, status, error) => {
    const response = await upload(audio)
    expect(response.status).toBe(status)
    expect(await response.json()).toMatchObject({ error })
  })
})

describe('POST /tts', () => {
  it('streams the audio and names the voice', async () => {
    const response = await speak({ text: 'Hello.', voice: 'openai_echo', format: 'pcm' })
    expect(response.headers.get('content-type')).toBe('audio/pcm')
    expect(response.headers.get('x-tts-provider')).toBe('openai')
    expect(response.headers.get('x-tts-voice')).toBe('openai_echo')
    expect((await response.bytes()).length).toBeGreaterThan(10_000)
  })

  it('stops the provider when the client disconnects', async () => {
    upstream.script({ ending: 'hang', piecesBeforeEnding: 1 })
    const abort = new AbortController()
    const response = await speak({ text: 'Hello.' }, abort.signal)
    await response.body?.getReader().read()
    abort.abort()
    expect(await (await upstream.arrival(1)).ended).toBe('aborted')
  })

  it.each([
    [{ text: 'Hello.', speed: 5 }, 400, 'VALIDATION'],
    [{ text: 'Hello.', voice: 'openai_nobody' }, 400, 'VALIDATION'],
    [{ text: '   ' }, 400, 'VALIDATION'],
  ])('rejects %j', async (body, status, error) => {
    const response = await speak(body)
    expect(response.status).toBe(status)
    expect(await response.json()).toMatchObject({ error })
  })

  it('returns a failure of the provider without its message', async () => {
    upstream.script({ refusal: { status: 500, message: 'secret of the vendor' } })
    const response = await speak({ text: 'Hello.' })
    expect(response.status).toBe(502)
    expect(await response.text()).not.toContain('secret')
  })
})

describe('GET /tts/voices', () => {
  it('lists the voices with their default', async () => {
    const response = await fetch(`${mounted.api}/tts/voices`)
    expect(await response.json()).toMatchObject({ defaultVoiceId: 'openai_alloy', voices: { length: 12 } })
  })
})

it('GET /live-models returns an empty list without a live model', async () => {
  const response = await fetch(`${mounted.api}/live-models`)
  expect(await response.json()).toEqual({ items: [], remainingUsd: null })
})

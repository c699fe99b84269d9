import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { recorded } from '../../server/src/domain/voice/speech/fixtures/sounds.ts'
import { expect, test } from './api.ts'

const audioFile = (name: string) => readFileSync(join(import.meta.dirname, '../audio', name))
const QUESTION = audioFile('question.wav')
const RECORDINGS = [
  ['wav', QUESTION],
  ['webm', recorded('one-second.webm')],
  ['mp4', recorded('one-second-opus.mp4')],
  ['mp3', recorded('one-second.mp3')],
] as const

function form(audio: Uint8Array, fields: Readonly<Record<string, string>> = {}, name = 'audio'): FormData {
  const form = new FormData()
  form.set(name, new Blob([new Uint8Array(audio)], { type: 'application/pdf' }), '../../said.exe')
  for (const [name, value] of Object.entries(fields)) form.set(name, value)
  return form
}

for (const [container, audio] of RECORDINGS) {
  test(`${container} is transcribed, with any file name`, async ({ api, upstream }) => {
    upstream.scriptOnly('transcription', { text: ' What time is it? ' })
    const body = form(audio, { language: 'en', prompt: 'Vee' })
    expect(await api.call('POST', '/stt', { body })).toMatchObject({
      status: 200,
      json: { text: 'What time is it?', provider: 'openai', isNoSpeech: false, costUsd: expect.any(Number) },
    })
    const { form: sent } = await upstream.arrival(1)
    expect(sent?.get('file')).toMatchObject({ name: expect.stringMatching(new RegExp(`\\.${container}$`)) })
    expect([sent?.get('language'), sent?.get('prompt')]).toEqual(['en', 'Vee'])
  })
}

test('silence costs no question', async ({ api, upstream }) => {
  const answer = await api.call('POST', '/stt', { body: form(audioFile('silence.wav')) })
  expect(answer.json).toMatchObject({ text: '', isNoSpeech: true, costUsd: 0 })
  expect(upstream.requests).toHaveLength(0)
})

for (const [name, body, status, error] of [
  ['nothing', form(new Uint8Array()), 400, 'VALIDATION'],
  ['text', form(Buffer.from('Good morning')), 415, 'UNSUPPORTED_MEDIA'],
  ['more than 25 MB', form(Buffer.alloc(25 * 1024 * 1024 + 1)), 413, 'TOO_LARGE'],
  ['the file under another name', form(QUESTION, {}, 'file'), 400, 'VALIDATION'],
  ['a duration beyond the limit', form(QUESTION, { durationSeconds: '3601' }), 400, 'VALIDATION'],
  ['a duration that is no number', form(QUESTION, { durationSeconds: 'long' }), 400, 'VALIDATION'],
  ['a prompt beyond the limit', form(QUESTION, { prompt: 'x'.repeat(1_001) }), 400, 'VALIDATION'],
  ['a field of 20 kB', form(QUESTION, { prompt: 'x'.repeat(20_000) }), 413, 'TOO_LARGE'],
  ['JSON', { audio: 'UklGRg==' }, 415, 'UNSUPPORTED_MEDIA'],
] as const) {
  test(`/stt rejects ${name}`, async ({ api, upstream }) => {
    expect(await api.call('POST', '/stt', { body })).toMatchObject({ status, json: { error } })
    expect(upstream.requests).toHaveLength(0)
  })
}

test('/stt handles damaged and malicious recordings', async ({ api, upstream }) => {
  upstream.scriptOnly('transcription', { text: 'ok' })
  const damaged = fc
    .tuple(
      fc.constantFrom(...RECORDINGS.map(([, audio]) => audio)),
      fc.array(fc.tuple(fc.nat(400), fc.integer({ min: 0, max: 255 })), { maxLength: 12 }),
      fc.nat(4_000),
    )
    .map(([audio, flips, length]) => {
      const bytes = new Uint8Array(audio.subarray(0, length))
      for (const [index, value] of flips) if (index < bytes.length) bytes[index] = value
      return bytes
    })
  await fc.assert(
    fc.asyncProperty(damaged, async (audio) => {
      const { status } = await api.call('POST', '/stt', { body: form(audio) })
      expect([200, 400, 413, 415]).toContain(status)
    }),
    { numRuns: 60 },
  )
})

test('/stt rejects invalid forms', async ({ api }) => {
  const headers = { 'content-type': 'multipart/form-data; boundary=b' }
  for (const body of [
    '',
    '--b',
    '--b--',
    '--b\r\n\r\n',
    '--b\r\nContent-Disposition: form-data; name="audio"\r\n\r\nno file\r\n--b--',
    '--b\r\nContent-Disposition: form-data; name="audio"; filename="a"\r\n\r\nunfinished',
    '--b\r\nContent-Disposition: form-data; name="__proto__"\r\n\r\n1\r\n--b--',
    `--b\r\n${'X: y\r\n'.repeat(5_000)}\r\n`,
    `${'--b\r\nContent-Disposition: form-data; name="x"\r\n\r\n1\r\n'.repeat(50)}--b--`,
  ]) {
    const { status } = await api.call('POST', '/stt', { headers, body })
    expect([400, 413, 415]).toContain(status)
  }
})

test('/stt/stats returns the remaining amount', async ({ api }) => {
  expect((await api.call('GET', '/stt/stats')).json).toMatchObject({ credits: { allocationKey: 'demo' } })
  const headers = await api.signIn()
  expect((await api.call('GET', '/stt/stats', { headers })).json).toMatchObject({
    credits: { allocationKey: 'global', speech: { isUnlimited: true, remainingUsd: null } },
  })
})

test('every listed voice speaks, in every format', async ({ api }) => {
  const { json } = await api.call('GET', '/tts/voices')
  const { voices, defaultVoiceId } = json as {
    voices: { id: string; provider: string }[]
    defaultVoiceId: string
  }
  expect(voices.map(({ id }) => id)).toContain(defaultVoiceId)
  const oneOfEach = [...new Map(voices.map((voice) => [voice.provider, voice])).values()]
  for (const voice of oneOfEach) {
    for (const format of ['mp3', 'opus', 'wav', 'pcm']) {
      const spoken = await api.call('POST', '/tts', {
        body: { text: 'Good morning.', voice: voice.id, format },
      })
      expect(spoken.status).toBe(200)
      expect(spoken.headers.get('x-tts-provider')).toBe(voice.provider)
      expect(spoken.headers.get('x-tts-voice')).toBe(voice.id)
      expect(spoken.bytes.length).toBeGreaterThan(2_000)
    }
  }
})

for (const body of [
  {},
  { text: '' },
  { text: ' \n' },
  { text: 'x'.repeat(4_097) },
  { text: 'Hi', speed: 0.24 },
  { text: 'Hi', speed: 4.01 },
  { text: 'Hi', speed: '1' },
  { text: 'Hi', format: 'flac' },
  { text: 'Hi', voice: 'openai_nobody' },
  { text: 'Hi', voice: '__proto__' },
]) {
  test(`/tts rejects ${JSON.stringify(body).slice(0, 40)}`, async ({ api, upstream }) => {
    expect(await api.call('POST', '/tts', { body })).toMatchObject({
      status: 400,
      json: { error: 'VALIDATION' },
    })
    expect(upstream.requests).toHaveLength(0)
  })
}

test('/tts accepts the slowest, the fastest and the longest', async ({ api }) => {
  for (const body of [
    { text: 'Hi', speed: 0.25 },
    { text: 'Hi', speed: 4 },
    { text: 'a '.repeat(2_048), format: 'pcm' },
    { text: 'nul \0 and half \ud83d', language: '!!' },
  ]) {
    expect((await api.call('POST', '/tts', { body })).status).toBe(200)
  }
})

test('audio is streamed, and the vendor is stopped when the client disconnects', async ({
  api,
  upstream,
}) => {
  upstream.scriptOnly('speech', { piecesPerSecond: 20, ending: 'hang', piecesBeforeEnding: 4 })
  const connection = new AbortController()
  const body = { text: 'A long sentence, to be broken off.', format: 'pcm' }
  const response = await api.open('POST', '/tts', { body, signal: connection.signal })
  const first = await response.body?.getReader().read()
  expect(first?.value?.length).toBeGreaterThan(0)
  const request = await upstream.arrival(1)
  connection.abort()
  expect(await request.ended).toBe('aborted')
})

test('a failing speech vendor is reported before the first audio', async ({ api, upstream }) => {
  for (const [step, status] of [
    ['unauthorized', 502],
    ['server-error', 502],
    ['cut-before-events', 502],
    [{ refusal: { status: 429 } }, 429],
  ] as const) {
    upstream.scriptOnly('speech', step)
    expect((await api.call('POST', '/tts', { body: { text: 'Hi', voice: 'openai_alloy' } })).status).toBe(
      status,
    )
    upstream.scriptOnly('transcription', step)
    expect((await api.call('POST', '/stt', { body: form(QUESTION) })).status).toBe(status)
  }
})

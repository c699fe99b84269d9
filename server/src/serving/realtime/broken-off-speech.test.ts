import { afterEach, beforeEach, expect, it } from 'vitest'
import { wavOf } from '#domain/voice/speech/fixtures/sounds.ts'
import { connectRealtime } from '../../../../fakes/realtime-client.ts'
import { startUpstream, type Upstream } from '../../../../fakes/upstream/index.ts'
import { createRealtimeTestServer, type RealtimeTestServer } from './realtime.fixture.ts'

// The vendor has the whole request when the caller breaks off.

let testServer: RealtimeTestServer<Upstream>
beforeEach(async () => {
  testServer = await createRealtimeTestServer(await startUpstream())
})
afterEach(() => testServer.close())

const SESSION = { 'x-session-id': 'ann' }

async function booked() {
  await testServer.settled()
  return await testServer.database
    .selectFrom('ledger_entries')
    .select(['kind', 'status', 'cost_micro_usd'])
    .execute()
}

const once = (kind: string) => [{ kind, status: 'settled', cost_micro_usd: expect.any(Number) }]

async function breakOff(path: string, init: RequestInit): Promise<void> {
  const leaving = new AbortController()
  const response = fetch(`${testServer.url}/api${path}`, { method: 'POST', signal: leaving.signal, ...init })
  await testServer.upstream.arrival(1)
  leaving.abort()
  await expect(response).rejects.toThrow('aborted')
}

it('books a recording of POST /stt', async () => {
  testServer.upstream.scriptOnly('transcription', 'hang-before-headers')
  const body = new FormData()
  body.set('audio', new Blob([new Uint8Array(wavOf({ seconds: 30, loudness: 0.3 }))]))
  await breakOff('/stt', { headers: SESSION, body })
  expect(await booked()).toEqual(once('stt'))
  expect((await booked())[0]?.cost_micro_usd).toBeGreaterThan(1_000)
})

it('books a text of POST /tts', async () => {
  testServer.upstream.scriptOnly('speech', 'hang-before-headers')
  const body = JSON.stringify({ text: 'This is a sentence. '.repeat(100) })
  await breakOff('/tts', { headers: { ...SESSION, 'content-type': 'application/json' }, body })
  expect(await booked()).toEqual(once('tts'))
  expect((await booked())[0]?.cost_micro_usd).toBeGreaterThan(1_000)
})

it('books a recording of the Realtime protocol', async () => {
  testServer.upstream.scriptOnly('transcription', 'hang-before-headers')
  const client = await connectRealtime(testServer.url, SESSION)
  client.say({ type: 'session.update', session: { audio: { input: { turn_detection: null } } } })
  const pcm = wavOf({ seconds: 30, loudness: 0.3 }).subarray(44)
  client.say({ type: 'input_audio_buffer.append', audio: pcm.toString('base64') })
  client.say({ type: 'input_audio_buffer.commit' })
  await testServer.upstream.arrival(1)
  client.cut()
  expect(await booked()).toEqual(once('stt'))
})

it('releases what the vendor refused', async () => {
  testServer.upstream.scriptOnly('transcription', 'server-error')
  const body = new FormData()
  body.set('audio', new Blob([new Uint8Array(wavOf({ seconds: 3, loudness: 0.3 }))]))
  await fetch(`${testServer.url}/api/stt`, { method: 'POST', headers: SESSION, body })
  expect((await booked()).every(({ status }) => status === 'released')).toBe(true)
})

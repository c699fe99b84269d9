import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { correctSpent, spend } from '#db/queries/spending.ts'
import { periodAt } from '#domain/money/ledger/index.ts'
import { createPeople } from '#domain/organizations/fixtures/people.ts'
import { createTestOrganizations } from '#domain/organizations/fixtures/teams.ts'
import { connectSocket, type SocketClient } from '../../../../fakes/socket-client.ts'
import {
  serveTranscriptionStreams,
  type StreamService,
} from '../../../../fakes/transcription-stream/index.ts'
import { openAiTranscriptions } from '../../../../fakes/transcription-stream/openai.ts'
import { startUpstream, type Upstream } from '../../../../fakes/upstream/index.ts'
import {
  createSocketTestServer,
  framesOf,
  type SocketTestServer,
  speak,
  spokenTurn,
  textOf,
} from './voice-socket.fixture.ts'

const TEXT = 'what is the weather like in Oslo today'
/** The transcript of the recording as a whole. */
const WHOLE = 'hello there'

let testServer: SocketTestServer<Upstream, SocketClient>
let streams: StreamService
beforeEach(async () => {
  const upstream = await startUpstream({
    onServer: (server) => (streams = serveTranscriptionStreams(server, openAiTranscriptions('sk-test'))),
  })
  streams.script({ text: TEXT, finalAfterWords: 3 })
  testServer = await createSocketTestServer(upstream, connectSocket)
})
afterEach(async () => {
  vi.useRealTimers()
  streams.cut()
  await testServer.close()
})

const turn = (turnId = 't1') => spokenTurn(turnId, { liveWords: true })
const wordsOf = ({ answers }: SocketClient) =>
  answers.flatMap((answer) => (answer.type === 'words' ? [answer.text + answer.tail] : []))
const pathsOf = () => testServer.upstream.requests.map(({ path }) => path.split('/').at(-1))
const entries = () =>
  testServer.database
    .selectFrom('ledger_entries')
    .select(['kind', 'status', 'audio_ms', 'is_speculative'])
    .where('kind', '=', 'stt')
    .execute()
const settled = () =>
  vi.waitFor(async () => {
    const all = await entries()
    expect(all.every(({ status }) => status !== 'reserved')).toBe(true)
    return all
  })

it('sends words while they are spoken, and does not transcribe the recording again', async () => {
  const client = await testServer.hello()
  speak(client, turn(), 1)
  await client.next('words')
  expect(client.answers.some(({ type }) => type === 'transcript')).toBe(false)
  for (const frame of framesOf(2)) client.send(frame)
  client.say({ type: 'end', turnId: 't1' })
  expect(await client.next('transcript')).toMatchObject({ text: TEXT, durationSeconds: 3, isNoSpeech: false })
  await client.next('turn-ended')
  expect(textOf(client)).toContain(TEXT)
  for (const words of wordsOf(client)) expect(TEXT.startsWith(words)).toBe(true)
  expect(pathsOf()).not.toContain('transcriptions')
  await streams.connections[0]?.closed
  expect(await settled()).toMatchObject([{ audio_ms: 3_000, is_speculative: 0 }])
})

it('loses no words that were sent before the service reported the end of those before them', async () => {
  const client = await testServer.hello()
  speak(client, turn(), 3)
  await client.next('words')
  client.say({ type: 'end', turnId: 't1' })
  expect(await client.next('transcript')).toMatchObject({ text: TEXT })
})

it('answers speculatively in a pause with the words so far, and continues', async () => {
  const client = await testServer.hello()
  speak(client, turn(), 1)
  client.say({ type: 'pause', turnId: 't1' })
  await testServer.upstream.arrival(1)
  client.say({ type: 'continue', turnId: 't1' })
  for (const frame of framesOf(2)) client.send(frame)
  client.say({ type: 'pause', turnId: 't1' })
  client.say({ type: 'end', turnId: 't1' })
  expect(await client.next('transcript')).toMatchObject({ text: TEXT })
  await client.next('turn-ended')
  expect(pathsOf()).not.toContain('transcriptions')
  const asked = testServer.upstream.requests
    .filter(({ path }) => path.endsWith('completions'))
    .map(({ said }) => said)
  expect(asked).toEqual([expect.stringMatching(/^what is the( weather)?$/), TEXT])
})

describe('the recording is transcribed as a whole', () => {
  it.each([
    ['the service rejects streams', { refusal: 404 }],
    ['the service fails', { refusal: 500 }],
    ['the stream breaks', { fault: { atMessage: 6, does: 'cut' } }],
    ['the stream reports an error', { fault: { atMessage: 4, does: 'error' } }],
    ['the stream stalls', { fault: { atMessage: 5, does: 'stall' } }],
    ['the stream breaks at its last words', { fault: { atMessage: 12, does: 'close' } }],
  ] as const)('if %s', async (_, script) => {
    streams.script({ text: TEXT, finalAfterWords: 3, ...script })
    const client = await testServer.hello()
    speak(client, turn(), 3)
    client.say({ type: 'end', turnId: 't1' })
    expect(await client.next('transcript')).toMatchObject({ text: WHOLE })
    await client.next('turn-ended')
    expect(pathsOf().filter((path) => path === 'transcriptions')).toHaveLength(1)
    expect(client.answers.filter(({ type }) => type === 'transcript')).toHaveLength(1)
    expect(pathsOf().filter((path) => path === 'completions')).toHaveLength(1)
    await settled()
    await vi.waitFor(() => expect(streams.connections.every(({ isOpen }) => !isOpen)).toBe(true))
  })

  it('if the words are in a language that the speaker does not speak', async () => {
    streams.script({ text: '오늘 서울 날씨 는 어때 요', finalAfterWords: 3 })
    const client = await testServer.hello()
    speak(client, { ...turn(), language: undefined, languages: ['en-GB', 'de-AT'] }, 2)
    client.say({ type: 'end', turnId: 't1' })
    expect(await client.next('transcript')).toMatchObject({ text: WHOLE })
    await client.next('turn-ended')
    expect(pathsOf().filter((path) => path === 'transcriptions')).toHaveLength(1)
  })

  it('if the client does not ask for words', async () => {
    const client = await testServer.hello()
    speak(client, spokenTurn('t1'))
    client.say({ type: 'end', turnId: 't1' })
    expect(await client.next('transcript')).toMatchObject({ text: WHOLE })
    expect(streams.connections).toHaveLength(0)
    expect(wordsOf(client)).toEqual([])
  })
})

it('asks a service without streams once', async () => {
  streams.script({ text: TEXT, refusal: 404 })
  const client = await testServer.hello()
  for (const turnId of ['t1', 't2']) {
    speak(client, turn(turnId))
    client.say({ type: 'end', turnId })
    await client.next('turn-ended')
  }
  expect(streams.refusals).toBe(1)
})

it('sends and charges nothing for silence', async () => {
  const client = await testServer.hello()
  client.say(turn())
  for (let frame = 0; frame < 50; frame += 1) client.send(new Uint8Array(1_280))
  client.say({ type: 'end', turnId: 't1' })
  expect(await client.next('transcript')).toMatchObject({ isNoSpeech: true })
  expect(streams.connections).toHaveLength(0)
  expect(await entries()).toEqual([])
})

it.each(['cancel', 'a cut connection'])('ends the stream, and charges what was sent, on %s', async (how) => {
  const client = await testServer.hello()
  speak(client, turn(), 2)
  await client.next('words')
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  if (how === 'cancel') client.say({ type: 'cancel', turnId: 't1' })
  else client.cut()
  await vi.waitFor(() => {
    // Until then another socket may resume the turn.
    if (how !== 'cancel') vi.advanceTimersByTime(60_000)
    expect(streams.connections[0]?.isOpen).toBe(false)
  })
  vi.useRealTimers()
  expect((await settled())[0]?.audio_ms).toBeGreaterThan(0)
})

it('reserves long utterances in steps', async () => {
  streams.script({ text: 'la '.repeat(200).trim() })
  const client = await testServer.hello()
  client.say(turn())
  for (let second = 0; second < 40; second += 1) client.send(new Uint8Array(Buffer.concat(framesOf(1))))
  client.say({ type: 'end', turnId: 't1' })
  expect(await client.next('transcript')).toMatchObject({ durationSeconds: 40 })
  const seconds = (await settled()).map(({ audio_ms }) => audio_ms / 1_000)
  expect(seconds.toSorted((left, right) => left - right)).toEqual([10, 15, 15])
})

it('does not open a stream for a caller without credits', async () => {
  const token = await createPeople(testServer.database, Date.now).tokenOf('ann', 'free')
  const period = periodAt('day', Date.now())
  for (const meter of ['tokens ann', 'speech ann']) {
    await spend(testServer.database, { meter, period, amount: 1, limit: null })
    await correctSpent(testServer.database, { meter, period, amount: 100_000_000 })
  }
  const client = await testServer.hello({ token })
  speak(client, turn())
  client.say({ type: 'end', turnId: 't1' })
  expect(await client.next('turn-failed')).toMatchObject({ error: 'SPEECH_CREDITS_EXHAUSTED' })
  expect(streams.connections).toHaveLength(0)
})

it('continues on another socket, which gets the words so far', async () => {
  const first = await testServer.hello()
  speak(first, turn(), 1)
  await first.next('words')
  first.cut()
  const second = await testServer.hello()
  second.say({ type: 'resume', turnId: 't1' })
  await second.next('resumed')
  expect(TEXT.startsWith((await second.next('words')).text)).toBe(true)
  for (const frame of framesOf(2)) second.send(frame)
  second.say({ type: 'end', turnId: 't1' })
  expect(await second.next('transcript')).toMatchObject({ text: TEXT })
})

it('expects the words of the caller and the names of their team', async () => {
  const people = createPeople(testServer.database, Date.now)
  const token = await people.tokenOf('ann', 'creator')
  const caller = await people.accounts.callerOf(token, '192.0.2.1')
  await createTestOrganizations(testServer.database, Date.now).create('Harbour', {
    caller,
    origin: '',
    locale: 'en',
  })
  const client = await testServer.hello({ token })
  speak(client, { ...turn(), prompt: 'Kubernetes' })
  await client.next('words')
  expect(JSON.stringify(streams.connections[0]?.messages)).toContain('"prompt":"Kubernetes, Harbour"')
})

const captions = (turnId: string) => ({ type: 'turn', turnId, language: 'en', captionsOnly: true })
const nothingElse = async (client: SocketClient) => {
  expect(client.answers.some(({ type }) => type === 'transcript')).toBe(false)
  expect(pathsOf()).not.toContain('transcriptions')
  await settled()
}

describe('captions of a recording that is transcribed elsewhere', () => {
  it('are the words of the stream, several turns in a row', async () => {
    const client = await testServer.hello()
    for (const turnId of ['t1', 't2']) {
      speak(client, captions(turnId), 3)
      await client.next('words')
      client.say({ type: 'pause', turnId })
      client.say({ type: 'end', turnId })
      expect(await client.next('transcript')).toMatchObject({ turnId, text: TEXT })
    }
    await client.next('turn-ended')
    expect(pathsOf()).not.toContain('transcriptions')
    expect(await settled()).toMatchObject([
      { audio_ms: 3_000, is_speculative: 0 },
      { audio_ms: 3_000, is_speculative: 0 },
    ])
  })

  it.each([
    ['breaks', { fault: { atMessage: 6, does: 'cut' } }],
    ['reports an error', { fault: { atMessage: 4, does: 'error' } }],
  ] as const)('end at once when the stream %s, and nothing is transcribed', async (_, script) => {
    streams.script({ text: TEXT, finalAfterWords: 3, ...script })
    const client = await testServer.hello()
    speak(client, captions('t1'), 3)
    expect(await client.next('turn-failed')).toMatchObject({ turnId: 't1', error: 'PROVIDER_ERROR' })
    await nothingElse(client)
  })

  it('end with the stream that stalls at their last words', async () => {
    streams.script({ text: TEXT, finalAfterWords: 3, fault: { atMessage: 5, does: 'stall' } })
    const client = await testServer.hello()
    speak(client, captions('t1'), 3)
    client.say({ type: 'end', turnId: 't1' })
    expect(await client.next('turn-failed')).toMatchObject({ error: 'PROVIDER_ERROR' })
    await nothingElse(client)
  })

  it('are refused by a server whose transcriber has no streams', async () => {
    streams.script({ text: TEXT, refusal: 404 })
    const client = await testServer.hello()
    speak(client, captions('t1'))
    await client.next('turn-failed')
    speak(client, captions('t2'))
    expect(await client.next('turn-failed')).toMatchObject({ turnId: 't2', error: 'STT_UNAVAILABLE' })
    expect(streams.refusals).toBe(1)
    await nothingElse(client)
  })
})

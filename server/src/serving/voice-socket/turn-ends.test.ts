import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { connectSocket, type SocketClient } from '../../../../fakes/socket-client.ts'
import { fluxStreams } from '../../../../fakes/transcription-stream/deepgram-flux.ts'
import {
  serveTranscriptionStreams,
  type StreamService,
} from '../../../../fakes/transcription-stream/index.ts'
import { startUpstream, type Upstream } from '../../../../fakes/upstream/index.ts'
import {
  createSocketTestServer,
  framesOf,
  type SocketTestServer,
  speak,
  spokenTurn,
  textOf,
} from './voice-socket.fixture.ts'

// A transcriber that judges from the words whether a turn has ended.

const TEXT = 'what is the weather like in Oslo today'

let testServer: SocketTestServer<Upstream, SocketClient>
let streams: StreamService
beforeEach(async () => {
  const upstream = await startUpstream({
    onServer: (server) => (streams = serveTranscriptionStreams(server, fluxStreams('key'))),
  })
  testServer = await createSocketTestServer(upstream, connectSocket, {
    environment: {
      DEEPGRAM_API_KEY: 'key',
      DEEPGRAM_BASE_URL: upstream.url,
      DEEPGRAM_LIVE_MODEL: 'flux-general-multi',
      STT_PROVIDERS: 'deepgram',
    },
  })
})
afterEach(async () => {
  streams.cut()
  await testServer.close()
})

const turn = () => spokenTurn('t1', { liveWords: true })
const questions = () =>
  testServer.upstream.requests.filter(({ path }) => path.endsWith('completions')).map(({ said }) => said)
const judgements = ({ answers }: SocketClient) =>
  answers
    .flatMap((answer) => (answer.type === 'words' ? [answer.endOfTurn] : []))
    .filter((probability, index, all) => probability !== undefined && probability !== all[index - 1])
/** A microphone in a quiet room. */
function stayQuiet(client: SocketClient): () => void {
  const silence = setInterval(() => client.send(new Uint8Array(1_280)), 5)
  return () => clearInterval(silence)
}

it('starts the reply at the early end of the turn, and the recording confirms it', async () => {
  streams.script({ text: TEXT, earlyEndAfterWords: 8 })
  const client = await testServer.hello()
  speak(client, turn(), 2)
  const stop = stayQuiet(client)
  // No pause was reported.
  await testServer.upstream.arrival(1)
  stop()
  client.say({ type: 'end', turnId: 't1' })
  expect(await client.next('transcript')).toMatchObject({ text: TEXT })
  await client.next('turn-ended')
  expect(textOf(client)).toContain(TEXT)
  expect(questions()).toEqual([TEXT])
  expect(judgements(client).at(-1)).toBe(0.5)
  const replies = await testServer.database
    .selectFrom('ledger_entries')
    .select(['kind', 'is_speculative'])
    .execute()
  expect(replies.filter(({ kind }) => kind === 'llm')).toHaveLength(1)
})

it('discards the reply when the speaker continues, and marks what it cost', async () => {
  streams.script({ text: TEXT, earlyEndAfterWords: 4 })
  const client = await testServer.hello()
  speak(client, turn(), 1)
  const stop = stayQuiet(client)
  await testServer.upstream.arrival(1)
  stop()
  for (const frame of framesOf(1)) client.send(frame)
  await vi.waitFor(() => expect(judgements(client).at(-1)).toBe(0))
  client.say({ type: 'end', turnId: 't1' })
  expect(await client.next('transcript')).toMatchObject({ text: TEXT })
  await client.next('turn-ended')
  expect(textOf(client)).toContain(TEXT)
  expect(questions()[0]).toBe('what is the weather')
  expect(questions().at(-1)).toBe(TEXT)
  await vi.waitFor(async () => {
    const entries = await testServer.database
      .selectFrom('ledger_entries')
      .select(['kind', 'is_speculative', 'status'])
      .execute()
    expect(entries.every(({ status }) => status !== 'reserved')).toBe(true)
    expect(entries).toContainEqual(expect.objectContaining({ kind: 'llm', is_speculative: 1 }))
  })
})

it('tells the client how probable the end is, and which end is decided', async () => {
  streams.script({ text: TEXT, finalAfterWords: 8 })
  const client = await testServer.hello()
  speak(client, turn(), 2)
  await vi.waitFor(() => expect(judgements(client)).toEqual([0.5, 1]))
  client.say({ type: 'end', turnId: 't1' })
  expect(await client.next('transcript')).toMatchObject({ text: TEXT })
})

import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { connectSocket, type SocketClient } from '../../../../fakes/socket-client.ts'
import { relayWords } from '../../../../fakes/relay-words.ts'
import {
  serveTranscriptionStreams,
  type StreamService,
} from '../../../../fakes/transcription-stream/index.ts'
import { stampedTranscriptions } from '../../../../fakes/transcription-stream/stamped.ts'
import { startUpstream, type Upstream } from '../../../../fakes/upstream/index.ts'
import { createSocketTestServer, type SocketTestServer } from './voice-socket.fixture.ts'

// `npm run bench -- word-relay` does the same with 50 sessions of five minutes.

let testServer: SocketTestServer<Upstream, SocketClient>
let streams: StreamService
beforeEach(async () => {
  const upstream = await startUpstream({
    onServer: (server) => (streams = serveTranscriptionStreams(server, stampedTranscriptions)),
  })
  testServer = await createSocketTestServer(upstream, connectSocket, {
    environment: { STT_LIVE_MODEL: 'gpt-live-transcribe', TRUSTED_PROXIES: '127.0.0.1' },
  })
})
afterEach(async () => {
  streams.cut()
  await testServer.close()
})

it('relays the words of several sessions, loses none, and leaves no connection', async () => {
  const { delaysMs, errors, turns } = await relayWords({
    url: testServer.url,
    sessions: 3,
    seconds: 8,
    turnSeconds: 4,
  })
  // On a busy machine the last words may come too late: then the recording is transcribed, and no turn is lost.
  expect(errors).toEqual([])
  expect(turns).toBe(6)
  expect(streams.connections).toHaveLength(6)
  // Fifteen words a turn, fewer on a busy machine.
  expect(delaysMs.length).toBeGreaterThan(6)
  await vi.waitFor(async () => {
    expect(streams.connections.every(({ isOpen }) => !isOpen)).toBe(true)
    const entries = await testServer.database.selectFrom('ledger_entries').select('status').execute()
    expect(entries.map(({ status }) => status)).not.toContain('reserved')
  })
})

import type { KyselyPlugin } from 'kysely'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { SocketRequest } from '@vee/contract/socket/messages'
import type { TestDatabase } from '#db/fixtures/test-database.ts'
import { connectSocket, type SocketClient } from '../../fakes/socket-client.ts'
import { startUpstream, type Upstream } from '../../fakes/upstream/index.ts'
import { onBackgroundFailure } from '#lib/background.ts'
import { type ManualTimers, manualTimers } from '#scheduler/fixtures/manual-timers.ts'
import {
  createSocketTestServer,
  type SocketTestServer,
  speak,
  spokenTurn,
} from '#serving/voice-socket/voice-socket.fixture.ts'

/** Runs on both databases; vitest.config.ts finds it by this name. */
type _OnBoth = TestDatabase

let isAway = false
const faults: KyselyPlugin = {
  transformQuery: ({ node }) => {
    if (isAway) throw Object.assign(new Error('the database is away'), { code: 'ECONNREFUSED' })
    return node
  },
  transformResult: async ({ result }) => result,
}

let testServer: SocketTestServer<Upstream, SocketClient>
let jobTimers: ManualTimers
const unhandled: unknown[] = []
const onUnhandled = (error: unknown) => unhandled.push(error)
const log: string[] = []

beforeEach(async () => {
  // Fakes only the server's timers; sockets and database drivers use real ones.
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  process.on('unhandledRejection', onUnhandled)
  jobTimers = manualTimers()
  testServer = await createSocketTestServer(await startUpstream(), connectSocket, {
    faults,
    onLog: (line) => log.push(line),
    setTimer: jobTimers.setTimer,
  })
})
afterEach(async () => {
  isAway = false
  vi.useRealTimers()
  await testServer.close()
  process.off('unhandledRejection', onUnhandled)
  unhandled.length = 0
  log.length = 0
})

const turnId = 't1'
const MESSAGES: readonly SocketRequest[] = [
  { type: 'pause', turnId },
  { type: 'continue', turnId },
  { type: 'end', turnId, asks: true },
  { type: 'end', turnId, asks: false },
  { type: 'ask', turnId },
  { type: 'cancel', turnId },
  { type: 'hush', turnId },
  { type: 'want', turnId, piece: 0 },
  { type: 'interrupt', replyId: `reply-${turnId}`, heard: 'a' },
  { type: 'resume', turnId, lastEventId: 0 },
]

/** Waits until everything that was started has failed or ended. */
async function settled(client: SocketClient): Promise<void> {
  client.say({ type: 'resume', turnId: 'unknown' })
  await vi.waitFor(() =>
    expect(client.answers).toContainEqual(expect.objectContaining({ turnId: 'unknown' })),
  )
  for (let round = 0; round < 20; round += 1) await new Promise(setImmediate)
}

const isAlive = async () => (await fetch(`${testServer.url}/api/health`)).status

it.each(MESSAGES)('$type does not end the process', async (message) => {
  const client = await testServer.hello()
  speak(client, spokenTurn(turnId))
  isAway = true
  client.say(message)
  await settled(client)
  expect(unhandled).toEqual([])
  expect(await isAlive()).toBe(200)
})

it.each(MESSAGES)('$type of a turn during its reply does not end the process', async (message) => {
  const token = await testServer.token()
  const client = await testServer.hello({ token })
  speak(client, spokenTurn(turnId))
  isAway = true
  client.say({ type: 'end', turnId })
  client.say(message)
  await settled(client)
  client.cut()
  expect(unhandled).toEqual([])
  expect(await isAlive()).toBe(200)
})

it('a typed turn fails and reports that', async () => {
  const client = await testServer.hello()
  isAway = true
  client.say({ ...spokenTurn(turnId), words: { text: 'Hello' } })
  expect(await client.next('turn-failed')).toMatchObject({ turnId })
  expect(unhandled).toEqual([])
})

it('a pause that cannot be counted does not affect the turn, and is reported without text', async () => {
  const failures: string[] = []
  const stop = onBackgroundFailure(({ task }) => failures.push(task))
  const client = await testServer.hello()
  speak(client, spokenTurn(turnId))
  isAway = true
  client.say({ type: 'pause', turnId })
  await settled(client)
  stop()
  isAway = false
  client.say({ type: 'end', turnId })
  await client.next('turn-ended')
  expect(failures).toContain('speculation counted')
  expect(log.join('')).toContain('background work failed')
})

const JOBS = [
  'purge-attachments',
  'purge-knowledge',
  'read-knowledge-files',
  'read-knowledge-pages',
  'refresh-embedding',
  'purge-conversations',
  'purge-custom-agents',
  'purge-meetings',
  'purge-meeting-sound',
  'refresh-limits',
  'refresh-models',
  'refresh-plans',
  'settle-abandoned-uses',
]

it('every job and every timer continues', async () => {
  const client = await testServer.hello({ token: await testServer.token() })
  const failures: string[] = []
  const stop = onBackgroundFailure(({ task }) => failures.push(task))
  const jobCount = jobTimers.count()
  /** Runs every job, and waits until only the timers of the next runs are left. */
  const runJobs = async () => {
    jobTimers.fire()
    await vi.waitFor(() => expect(jobTimers.count()).toBe(jobCount), { timeout: 10_000 })
  }
  isAway = true
  await runJobs()
  await vi.runOnlyPendingTimersAsync()
  client.cut()
  await new Promise(setImmediate)
  expect(failures).toEqual(expect.arrayContaining(JOBS))
  expect(unhandled).toEqual([])
  expect(log.join('')).toContain('background work failed')
  expect(await isAlive()).toBe(200)

  failures.length = 0
  isAway = false
  await runJobs()
  expect(failures).toEqual([])
  await testServer.stopServer()
  stop()
  expect(jobTimers.count()).toBe(0)
})

import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import { join } from 'node:path'
import { json } from 'node:stream/consumers'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { openTestDatabase } from '#db/fixtures/test-database.ts'
import { connectSocket } from '../../../fakes/socket-client.ts'
import { startUpstream, type Upstream } from '../../../fakes/upstream/index.ts'
import { type ServerApp, createApp } from '../app.ts'
import { speak, spokenTurn } from '#serving/voice-socket/voice-socket.fixture.ts'
import { readSettings } from '#settings/settings.ts'

interface CollectedSpan {
  readonly name: string
  readonly traceId: string
  readonly spanId: string
  readonly parentSpanId?: string
  readonly attributes: readonly { readonly key: string; readonly value: Record<string, unknown> }[]
  readonly events?: readonly { readonly name: string }[]
}
interface Export {
  readonly resourceSpans: readonly {
    readonly scopeSpans: readonly { readonly spans: readonly CollectedSpan[] }[]
  }[]
}

let upstream: Upstream
let collector: Server
let received: { readonly path: string | undefined; readonly body: Export }[]
let app: ServerApp
let url: string
let log: string

beforeEach(async () => {
  upstream = await startUpstream()
  received = []
  collector = createServer((request, response) => {
    void json(request).then((body) => {
      received.push({ path: request.url, body: body as Export })
      response.writeHead(200, { 'content-type': 'application/json' }).end('{}')
    })
  }).listen(0, '127.0.0.1')
  await once(collector, 'listening')
})
afterEach(async () => {
  collector.closeAllConnections()
  collector.close()
  await upstream.close()
})

async function start(settings: Readonly<Record<string, string>>): Promise<void> {
  log = ''
  app = await createApp({
    settings: readSettings({
      PORT: '0',
      LOCAL_PROVIDERS: 'off',
      OPENAI_API_KEY: 'sk-test',
      OPENAI_BASE_URL: `${upstream.url}/v1`,
      METRICS_TOKEN: 'a-long-random-word',
      ...settings,
    }),
    database: await openTestDatabase(),
    passphrase: undefined,
    webDirectory: '/nowhere',
    searchPath: '',
    now: Date.now,
    logStream: { write: (line) => void (log += line) },
  })
  url = await app.listen()
}

async function talkAndChat(): Promise<void> {
  const chat = await fetch(`${url}/api/chat?secret-in-address`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ messages: [{ role: 'user', content: 'my-secret-question' }] }),
  })
  expect(chat.status).toBe(200)
  const client = await connectSocket(url, {})
  client.say({ type: 'hello', version: 1, sessionId: 'ann' })
  await client.next('ready')
  speak(client, spokenTurn('t1'))
  client.say({ type: 'end', turnId: 't1' })
  await client.next('turn-ended')
  await client.close()
}

it('sends traces of a request and of a spoken turn with their stages, without any transcript', async () => {
  const { port } = collector.address() as AddressInfo
  await start({ OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${port}/`, LOG_LEVEL: 'silent' })
  upstream.script({ text: 'the-secret-answer' })
  await talkAndChat()
  // Pending spans are sent before the server stops.
  await app.stop()
  expect(new Set(received.map(({ path }) => path))).toEqual(new Set(['/v1/traces']))
  const spans = received.flatMap(({ body }) =>
    body.resourceSpans.flatMap(({ scopeSpans }) => scopeSpans.flatMap((scope) => scope.spans)),
  )
  const named = (name: string) => spans.filter((span) => span.name === name)
  const [request] = named('POST /api/chat')
  const asked = named('reply').find(({ parentSpanId }) => parentSpanId === request?.spanId)
  expect(asked?.traceId).toBe(request?.traceId)
  expect(asked?.events).toMatchObject([{ name: 'first-word' }])
  expect(asked?.attributes).toContainEqual({ key: 'gen_ai.provider.name', value: { stringValue: 'openai' } })
  expect(request?.attributes).toContainEqual({ key: 'http.response.status_code', value: { intValue: 200 } })
  const [turn] = named('turn')
  expect(turn?.parentSpanId ?? '').toBe('')
  expect(turn?.events?.map(({ name }) => name)).toEqual(
    expect.arrayContaining(['transcript', 'first-word', 'first-sound']),
  )
  for (const stage of ['transcription', 'reply', 'speech']) {
    expect(named(stage).map(({ traceId }) => traceId)).toContain(turn?.traceId)
  }
  expect(JSON.stringify(received)).not.toMatch(/secret|t1"|ann"/)
})

it('includes speculative work in the trace of its turn, and records a typed turn separately', async () => {
  const { port } = collector.address() as AddressInfo
  await start({ OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${port}`, LOG_LEVEL: 'silent' })
  const client = await connectSocket(url, {})
  client.say({ type: 'hello', version: 1, sessionId: 'ann' })
  await client.next('ready')
  speak(client, spokenTurn('t1'))
  client.say({ type: 'pause', turnId: 't1' })
  // Transcription, reply and speech are requested before the end of the turn is emitted.
  await upstream.arrival(3)
  client.say({ type: 'end', turnId: 't1' })
  await client.next('turn-ended')
  client.say(spokenTurn('t2', { words: { text: 'my-secret-words' } }))
  await client.next('turn-ended')
  await client.close()
  await app.stop()
  const spans = received.flatMap(({ body }) =>
    body.resourceSpans.flatMap(({ scopeSpans }) => scopeSpans.flatMap((scope) => scope.spans)),
  )
  const traceOf = (name: string) => spans.find((span) => span.name === name)?.traceId
  const within = (trace: string | undefined) =>
    new Set(spans.filter(({ traceId }) => traceId === trace).map(({ name }) => name))
  expect(within(traceOf('turn'))).toEqual(new Set(['turn', 'transcription', 'reply', 'speech']))
  expect(within(traceOf('typed-turn'))).toEqual(new Set(['typed-turn', 'reply', 'speech']))
  const turn = spans.find(({ name }) => name === 'turn')
  const events = turn?.events?.map(({ name }) => name) ?? []
  expect(events[0]).toBe('said')
  expect(events.toSorted()).toEqual(['first-sound', 'first-word', 'said', 'transcript'])
  const roots = spans.filter(({ parentSpanId = '' }) => parentSpanId === '').map(({ name }) => name)
  expect(roots.toSorted()).toEqual(['GET /api/live', 'turn', 'typed-turn'])
  expect(JSON.stringify(received)).not.toContain('secret')
})

it('counts a turn canceled after the utterance at once, and none that ended before', async () => {
  await start({ LOG_LEVEL: 'silent' })
  const client = await connectSocket(url, {})
  client.say({ type: 'hello', version: 1, sessionId: 'ann' })
  await client.next('ready')
  speak(client, spokenTurn('cancelled-while-listening'))
  client.say({ type: 'cancel', turnId: 'cancelled-while-listening' })
  speak(client, spokenTurn('another-took-its-place'))
  speak(client, spokenTurn('not-meant-for-anybody'))
  client.say({ type: 'end', turnId: 'not-meant-for-anybody', asks: false })
  await client.next('transcript')
  client.say({ type: 'cancel', turnId: 'not-meant-for-anybody' })
  speak(client, spokenTurn('answered'))
  client.say({ type: 'end', turnId: 'answered' })
  await client.next('turn-ended')
  const response = await fetch(`${url}/api/metrics`, {
    headers: { authorization: 'Bearer a-long-random-word' },
  })
  const counted = [
    ...(await response.text()).matchAll(/^vee_stage_duration_seconds_count\{stage="turn".*$/gm),
  ]
  expect(counted.map(([line]) => line).toSorted()).toEqual([
    'vee_stage_duration_seconds_count{stage="turn",outcome="cut"} 1',
    'vee_stage_duration_seconds_count{stage="turn",outcome="done"} 1',
  ])
  await client.close()
  await app.stop()
})

it('measures the stages of a spoken turn for Prometheus, and logs slow ones', async () => {
  await start({ SLOW_TURN_MS: '1', LOG_LEVEL: 'warn' })
  upstream.script({ text: 'the-secret-answer', headersAfterMs: 20 })
  await talkAndChat()
  const response = await fetch(`${url}/api/metrics`, {
    headers: { authorization: 'Bearer a-long-random-word' },
  })
  const figures = await response.text()
  for (const until of ['transcript', 'first-word', 'first-sound']) {
    expect(figures).toContain(`vee_stage_wait_seconds_count{stage="turn",until="${until}"} 1`)
  }
  expect(figures).toContain('vee_stage_duration_seconds_count{stage="reply",outcome="done"} 2')
  await app.stop()
  const slow = log
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Record<string, unknown>)
  expect(slow).toContainEqual(
    expect.objectContaining({
      msg: 'slow',
      stage: 'turn',
      outcome: 'done',
      firstSoundMs: expect.any(Number),
      firstWordMs: expect.any(Number),
      transcriptMs: expect.any(Number),
    }),
  )
  expect(log).not.toContain('secret')
})

it('loads and sends nothing without a collector, and works without a reachable one', async () => {
  await start({ OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:1', LOG_LEVEL: 'silent' })
  await talkAndChat()
  await app.stop()
  await start({ LOG_LEVEL: 'silent' })
  await talkAndChat()
  await app.stop()
  expect(received).toEqual([])
})

it('logs once that the collector rejects spans, and stops without waiting for an unresponsive collector', async () => {
  let consent: 'no' | 'never' = 'no'
  const asked: Socket[] = []
  collector.removeAllListeners('request').on('request', (request, response) => {
    asked.push(request.socket)
    request.resume()
    if (consent === 'no') response.writeHead(400).end()
  })
  const { port } = collector.address() as AddressInfo
  await start({ OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${port}`, LOG_LEVEL: 'warn' })
  await talkAndChat()
  await vi.waitFor(() => expect(log).toContain('The collector takes no traces.'), 15_000)
  consent = 'never'
  await fetch(`${url}/api/health`)
  await app.stop()
  // The export was retried and is still running.
  await vi.waitFor(() => expect(asked.length).toBeGreaterThan(1))
  expect(asked.at(-1)?.destroyed).toBe(false)
  expect(log.split('The collector takes no traces.')).toHaveLength(2)
})

it('names in the dashboard only figures that there are', async () => {
  await start({ LOG_LEVEL: 'silent' })
  await talkAndChat()
  const response = await fetch(`${url}/api/metrics`, {
    headers: { authorization: 'Bearer a-long-random-word' },
  })
  const figures = await response.text()
  await app.stop()
  const dashboard = readFileSync(join(import.meta.dirname, '../../../deploy/grafana/vee.json'), 'utf8')
  const named = new Set(dashboard.match(/\b(?:vee|nodejs|process)_[a-z0-9_]+/g))
  expect(named.size).toBeGreaterThan(7)
  for (const name of named) expect(figures).toContain(name)
})

import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { connectSocket, type SocketClient } from '../../../../fakes/socket-client.ts'
import { type LiveModelService, startLiveModelService } from '../../../../fakes/live-model/index.ts'
import { gptLiveApi } from '../../../../fakes/live-model/gpt-live.ts'
import { openAiRealtime } from '../../../../fakes/live-model/openai.ts'
import { startUpstream } from '../../../../fakes/upstream/index.ts'
import { createTestServers, type TestServers } from '#test/fixtures/test-server.ts'
import { framesOf } from './voice-socket.fixture.ts'

let vendor: LiveModelService
let servers: TestServers
const clients: SocketClient[] = []
beforeEach(async () => {
  vendor = await startLiveModelService(openAiRealtime({ apiKey: 'sk-test' }))
  servers = await createTestServers()
})
afterEach(async () => {
  for (const client of clients.splice(0)) client.cut()
  await servers.close()
  await vendor.close()
})

const start = (more: Record<string, string> = {}) =>
  servers.start({
    LIVE_MODELS: 'openai:gpt-realtime-2.1-mini',
    LIVE_API_KEY: 'sk-test',
    LIVE_BASE_URL: `${vendor.url}/v1`,
    ...more,
  })

async function hello(url: string, more: object = {}): Promise<SocketClient> {
  const client = await connectSocket(url)
  clients.push(client)
  client.say({ type: 'hello', version: 1, sessionId: 'ann', ...more })
  await client.next('ready')
  return client
}

const liveStart = (more: object = {}) => ({
  type: 'live-start',
  liveId: 'live-1',
  agentId: 'v_agent',
  conversationId: 'conv-v_agent-1',
  language: 'en',
  ...more,
})

function speak(client: SocketClient): void {
  for (const frame of framesOf(1)) client.send(frame)
  for (let frame = 0; frame < 20; frame += 1) client.send(new Uint8Array(1_280))
}

describe('GET /live-models', () => {
  it('is empty by default', async () => {
    await servers.start({ LIVE_API_KEY: 'sk-test' })
    expect((await servers.call('GET', '/live-models')).json).toEqual({ items: [], remainingUsd: null })
  })

  it('lists the model with its place, price and voices', async () => {
    await start({ LIVE_PRICE_PER_MINUTE_USD: '0.06', LIVE_MAX_MINUTES: '10' })
    // The first account administers the server, which default allowances do not limit.
    await servers.register('host@example.org')
    const token = await servers.register('ann@example.org')
    const { json } = await servers.call('GET', '/live-models', token)
    expect(json).toMatchObject({
      items: [
        {
          id: 'openai:gpt-realtime-2.1-mini',
          name: 'gpt-realtime-2.1-mini',
          provider: { id: 'openai', name: '127.0.0.1' },
          location: 'server',
          price: { perMinuteUsd: 0.06, isEstimated: false },
          maxSeconds: 600,
          usesTools: true,
          locked: null,
        },
      ],
      remainingUsd: 0.1,
    })
    expect(json.items[0].voices[0]).toEqual({ id: 'marin', name: 'Marin' })
    const visitor = await servers.call('GET', '/live-models')
    expect(visitor.json.items[0].locked).toBe('sign-in')
  })
})

describe('a conversation over /api/live', () => {
  it("of a member is stored with the member's conversations, and in the ledger", async () => {
    const url = await start({ LIVE_PRICE_PER_MINUTE_USD: '0.06' })
    vendor.script({ heard: ['good morning to you'], replies: [{ text: 'Good morning, Ann.' }] })
    const token = await servers.register('ann@example.org')
    const client = await hello(url, { token })
    client.say(liveStart())
    speak(client)
    const { text } = await client.next('live-reply-ended')
    expect(text).toBe('Good morning, Ann.')
    expect(client.soundBytes).toBe(36_000)
    client.say({ type: 'live-end', liveId: 'live-1' })
    const { seconds, costUsd } = await client.next('live-ended')
    expect(seconds).toBeGreaterThan(0.5)
    expect(costUsd).toBeCloseTo(seconds * 0.001, 4)
    await vi.waitFor(async () => {
      const { json } = await servers.call('GET', '/conversations/conv-v_agent-1', token)
      expect(json.messages).toMatchObject([
        { role: 'user', content: 'good morning to you' },
        { role: 'assistant', content: 'Good morning, Ann.', finishReason: 'stop', provider: 'openai' },
      ])
    })
    await vi.waitFor(async () => {
      const { json } = await servers.call('GET', '/cost/session', token)
      expect(json.costsByService.live).toBeCloseTo(costUsd, 4)
    })
    const usage = await servers.call('GET', '/usage?groupBy=service', token)
    expect(usage.json.series).toMatchObject([{ key: 'live', requests: 1 }])
  })

  it('of a visitor is refused where a model that costs is for members', async () => {
    const url = await start({ LIVE_PRICE_PER_MINUTE_USD: '0.06' })
    const client = await hello(url)
    client.say(liveStart())
    expect(await client.next('live-ended')).toMatchObject({
      reason: 'failed',
      error: 'UNAUTHORIZED',
      isRetryable: false,
    })
    // Its audio was on its way; the socket stays open for turns.
    speak(client)
    client.say({ type: 'turn', turnId: 't1' })
    client.say({ type: 'cancel', turnId: 't1' })
    expect(vendor.connections).toEqual([])
  })

  it('ends softly when the allowance of the plan is used up, and spends no more than that', async () => {
    // The plan has $0.10 of speech a day: half a second of this model.
    const url = await start({ LIVE_PRICE_PER_MINUTE_USD: '12' })
    // The first account administers the server, which default allowances do not limit.
    await servers.register('host@example.org')
    const token = await servers.register('ann@example.org')
    const client = await hello(url, { token })
    client.say(liveStart())
    await client.next('live-started')
    const ended = await client.next('live-ended')
    expect(ended).toMatchObject({ reason: 'allowance', error: 'SPEECH_CREDITS_EXHAUSTED' })
    // A tick late at most.
    expect(ended.costUsd).toBeGreaterThan(0.09)
    expect(ended.costUsd).toBeLessThan(0.13)
    await vendor.connections[0]?.closed
    client.say(liveStart({ liveId: 'live-2' }))
    expect(await client.next('live-ended')).toMatchObject({
      liveId: 'live-2',
      reason: 'allowance',
      costUsd: 0,
    })
    expect(vendor.connections).toHaveLength(1)
    const { json } = await servers.call('GET', '/live-models', token)
    expect(json).toMatchObject({ remainingUsd: 0, items: [{ locked: 'allowance' }] })
  })

  it('ends with its socket, its token and its server', async () => {
    const url = await start()
    const token = await servers.register('ann@example.org')
    const client = await hello(url, { token })
    client.say(liveStart())
    await client.next('live-started')
    client.cut()
    await vendor.connections[0]?.closed
    const second = await hello(url, { token })
    second.say(liveStart())
    await second.next('live-started')
    await servers.call('DELETE', '/auth', token)
    second.say({ type: 'turn', turnId: 't1' })
    expect(await second.closed).toBe(4401)
    await vendor.connections[1]?.closed
  })

  it('is announced to end when the server stops', async () => {
    const url = await start()
    const client = await hello(url)
    client.say(liveStart())
    await client.next('live-started')
    const stopped = servers.close()
    expect(await client.next('live-ended')).toMatchObject({ reason: 'shutdown' })
    await vendor.connections[0]?.closed
    await stopped
    servers = await createTestServers()
  })
})

it('GPT-Live delegates to the agent, whose reply with its tools it speaks', async () => {
  const live = await startLiveModelService(gptLiveApi({ apiKey: 'sk-test' }))
  live.script({
    heard: ['what is six times seven'],
    replies: [{ text: 'Let me see.', call: { name: 'delegate', arguments: '' } }],
  })
  const url = await start({
    LIVE_MODELS: 'openai:gpt-live-1',
    LIVE_BASE_URL: `${live.url}/v1`,
    LIVE_ACCESS: 'everyone',
  })
  const client = await hello(url)
  client.say(liveStart())
  speak(client)
  const texts: string[] = []
  await vi.waitFor(async () => {
    texts.push((await client.next('live-reply-ended')).text)
    expect(texts.join(' ')).toContain('42')
  }, 10_000)
  expect(texts[0]).toContain('Let me see.')
  const commentary = live.connections[0]?.messages.filter(({ type }) => type === 'session.commentary.append')
  expect(commentary?.[0]).toMatchObject({ delegation_id: 'delegation_1' })
  client.say({ type: 'live-end', liveId: 'live-1' })
  const { seconds, costUsd } = await client.next('live-ended')
  expect(costUsd).toBeGreaterThanOrEqual((seconds * 0.05) / 60 - 0.0001)
  await vi.waitFor(() => expect(live.connections[0]?.messages.at(-1)).toEqual({ type: 'session.close' }))
  await live.close()
})

it('another Vee is a live model, by its own Realtime protocol', async () => {
  const upstream = await startUpstream()
  const other = await servers.start({ OPENAI_API_KEY: 'sk-test', OPENAI_BASE_URL: `${upstream.url}/v1` })
  const url = await start({
    LIVE_MODELS: 'openai:v_agent',
    LIVE_API_KEY: '',
    LIVE_BASE_URL: `${other}/api/openai/v1`,
  })
  const client = await hello(url)
  client.say(liveStart())
  await client.next('live-started')
  client.say({ type: 'live-text', liveId: 'live-1', messageId: 'm1', text: 'Hello' })
  const { text, audioMs } = await client.next('live-reply-ended')
  expect(text).not.toBe('')
  expect(audioMs).toBeGreaterThan(0)
  speak(client)
  // What the fake transcriber hears.
  expect(await client.next('live-heard')).toMatchObject({ text: 'Hello' })
  expect(await client.next('live-heard')).toMatchObject({ text: 'hello there', use: 'question' })
  expect((await client.next('live-reply-ended')).text).not.toBe('')
  client.say({ type: 'live-end', liveId: 'live-1' })
  await client.next('live-ended')
  await upstream.close()
})

it('writes the decisions of a conversation to the log at debug level and to the metrics, never words', async () => {
  await servers.close()
  let log = ''
  servers = await createTestServers({ logStream: { write: (line) => void (log += line) } })
  const url = await start({ LOG_LEVEL: 'debug', METRICS_TOKEN: 'a-long-random-word' })
  vendor.script({
    heard: ['my secret question', 'mhm'],
    replies: [{ text: 'the secret answer', holdAfterWords: 2 }],
  })
  const client = await hello(url)
  client.say(liveStart())
  speak(client)
  await client.next('live-reply-words')
  await client.next('live-heard')
  speak(client)
  await client.next('live-heard')
  client.say({ type: 'live-end', liveId: 'live-1' })
  await client.next('live-ended')
  const lines = log.split('\n').filter((line) => line.includes('turn decision'))
  const decisions = lines.map((line) => JSON.parse(line) as Record<string, unknown>)
  expect(decisions).toContainEqual(
    expect.objectContaining({
      machine: 'live-model',
      state: 'open/generating',
      event: 'user-words-ended',
      effect: 'forget-turn',
      reason: 'ignored',
    }),
  )
  expect(log).not.toContain('secret')
  const response = await fetch(`${url}/api/metrics`, {
    headers: { authorization: 'Bearer a-long-random-word' },
  })
  const figures = await response.text()
  expect(figures).toMatch(
    /^vee_turn_decisions_total\{machine="live-model",event="user-words-ended",reason="ignored"\} [1-9]/m,
  )
})

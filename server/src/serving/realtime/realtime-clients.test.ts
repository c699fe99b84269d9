import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { RealtimeAgent, RealtimeSession, tool } from '@openai/agents-realtime'
import OpenAI from 'openai'
import type { RealtimeServerEvent } from 'openai/resources/realtime/realtime'
import { OpenAIRealtimeWebSocket } from 'openai/realtime/websocket'
import { OpenAIRealtimeWS } from 'openai/realtime/ws'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { z } from 'zod'
import { createPcmResampler } from '#providers/sound/resample.ts'
import { startUpstream, type Upstream } from '../../../../fakes/upstream/index.ts'
import { startTlsProxy, type TlsProxy } from '../../../../fakes/tls-proxy.ts'
import { createRealtimeTestServer, type RealtimeTestServer } from './realtime.fixture.ts'

// Runs published clients of OpenAI's Realtime protocol against the app, with a fake vendor.

vi.setConfig({ testTimeout: 20_000 })

const WAV_HEADER_BYTES = 44
const CORPUS = join(import.meta.dirname, '../../../../e2e/audio/corpus')

/** Returns speech with silence before and after, as base64 of 24 kHz PCM in events of 100 ms. */
function speechBlocks(): string[] {
  const file = readFileSync(join(CORPUS, 'english.wav')).subarray(WAV_HEADER_BYTES)
  const samples = new Int16Array(file.buffer.slice(file.byteOffset, file.byteOffset + file.length))
  const pcm = Buffer.from(createPcmResampler(16_000, 24_000).push(samples).buffer)
  const padded = Buffer.concat([pcm, Buffer.alloc(48_000)])
  return Array.from({ length: Math.ceil(padded.length / 4_800) }, (_, index) =>
    padded.toString('base64', index * 4_800, (index + 1) * 4_800),
  )
}

let testServer: RealtimeTestServer<Upstream>
/** openai's clients require TLS. */
let proxy: TlsProxy
beforeEach(async () => {
  testServer = await createRealtimeTestServer(await startUpstream())
  proxy = await startTlsProxy(testServer.url)
})
afterEach(async () => {
  vi.unstubAllGlobals()
  await proxy.close()
  await testServer.close()
})

type EventOf<Type extends RealtimeServerEvent['type']> = Extract<RealtimeServerEvent, { type: Type }>

/** Collects the events of a client. */
function follow(client: OpenAIRealtimeWS | OpenAIRealtimeWebSocket) {
  const events: RealtimeServerEvent[] = []
  const wakes = new Set<() => void>()
  client.on('error', () => undefined)
  client.on('event', (event) => {
    events.push(event)
    for (const wake of wakes) wake()
  })
  let taken = 0
  return {
    events,
    types: () => events.map(({ type }) => type),
    /** Resolves with the next event of that type. */
    next: <Type extends RealtimeServerEvent['type']>(type: Type) =>
      new Promise<EventOf<Type>>((resolve) => {
        const look = () => {
          const index = events.findIndex((event, position) => position >= taken && event.type === type)
          if (index === -1) return
          taken = index + 1
          wakes.delete(look)
          resolve(events[index] as EventOf<Type>)
        }
        wakes.add(look)
        look()
      }),
  }
}

function openClient(apiKey: string) {
  const client = new OpenAIRealtimeWS(
    { model: 'v_agent', options: { ca: proxy.certificate } },
    new OpenAI({ apiKey, baseURL: `${proxy.url}/api/openai/v1` }),
  )
  return { client, ...follow(client) }
}

const without = (type: string) => type !== 'response.output_audio.delta' && !type.endsWith('transcript.delta')

describe("openai's client", () => {
  it('speaks to an agent, which answers by voice at the end of speech', async () => {
    const { client, events, types, next } = openClient(await testServer.token())
    await next('session.created')
    for (const audio of speechBlocks()) client.send({ type: 'input_audio_buffer.append', audio })
    const { response } = await next('response.done')
    client.close()
    expect(response.status).toBe('completed')
    expect(response.usage?.total_tokens).toBeGreaterThan(0)
    expect(types().filter(without)).toEqual([
      'session.created',
      'input_audio_buffer.speech_started',
      'input_audio_buffer.speech_stopped',
      'input_audio_buffer.committed',
      'conversation.item.added',
      'conversation.item.done',
      'conversation.item.input_audio_transcription.completed',
      'response.created',
      'response.output_item.added',
      'conversation.item.added',
      'response.content_part.added',
      'response.output_audio.done',
      'response.output_audio_transcript.done',
      'response.content_part.done',
      'response.output_item.done',
      'conversation.item.done',
      'response.done',
    ])
    const sound = events.flatMap((event) =>
      event.type === 'response.output_audio.delta' ? Buffer.from(event.delta, 'base64') : [],
    )
    expect(Buffer.concat(sound).length / 48_000).toBeGreaterThan(0.3)
    expect(testServer.upstream.requests.map(({ path }) => path.split('/').at(-1))).toEqual(
      expect.arrayContaining(['transcriptions', 'completions', 'speech']),
    )
    await testServer.settled()
    expect((await testServer.ledger()).map(({ kind }) => kind)).toEqual(
      expect.arrayContaining(['llm', 'stt', 'tts']),
    )
  })

  it('works in browsers, which send their token as a subprotocol', async () => {
    // Node's WebSocket accepts no certificate for one connection.
    vi.stubGlobal(
      'WebSocket',
      class extends WebSocket {
        constructor(url: string | URL, protocols?: string | string[]) {
          super(
            String(url).replace(proxy.url.replace('https', 'wss'), testServer.url.replace('http', 'ws')),
            protocols,
          )
        }
      },
    )
    const client = new OpenAIRealtimeWebSocket(
      { model: 'v_agent', dangerouslyAllowBrowser: true },
      new OpenAI({ apiKey: await testServer.token(), baseURL: `${proxy.url}/api/openai/v1` }),
    )
    const { next } = follow(client)
    await next('session.created')
    client.send({
      type: 'session.update',
      session: { type: 'realtime', output_modalities: ['text'], instructions: 'Be brief.' },
    })
    expect((await next('session.updated')).session).toMatchObject({ output_modalities: ['text'] })
    client.send({
      type: 'conversation.item.create',
      item: { type: 'message', role: 'user', content: [{ type: 'input_text', text: 'Good day' }] },
    })
    client.send({ type: 'response.create' })
    const { text } = await next('response.output_text.done')
    expect((await next('response.done')).response.output).toMatchObject([
      { type: 'message', role: 'assistant', content: [{ type: 'output_text', text }] },
    ])
    client.close()
    const [request] = testServer.upstream.requests
    expect(JSON.stringify(request?.json)).toContain('Be brief.')
  })

  it('commits by itself without turn detection', async () => {
    const { client, types, next } = openClient(await testServer.token())
    client.socket.on('open', () =>
      client.send({
        type: 'session.update',
        session: { type: 'realtime', audio: { input: { turn_detection: null } } },
      }),
    )
    await next('session.updated')
    for (const audio of speechBlocks()) client.send({ type: 'input_audio_buffer.append', audio })
    client.send({ type: 'input_audio_buffer.commit' })
    expect((await next('conversation.item.input_audio_transcription.completed')).transcript).toBe(
      'hello there',
    )
    expect(types()).not.toContain('response.created')
    client.send({ type: 'response.create' })
    expect((await next('response.done')).response.status).toBe('completed')
    client.close()
  })

  it('calls tools of the client', async () => {
    testServer.upstream.scriptOnly(
      'chat',
      { text: '', toolCalls: [{ id: 'call_1', name: 'weather', arguments: '{"place":"Oslo"}' }] },
      { text: 'It rains in Oslo.' },
    )
    const { client, next } = openClient(await testServer.token())
    await next('session.created')
    client.send({
      type: 'response.create',
      response: {
        output_modalities: ['text'],
        tools: [{ type: 'function', name: 'weather', parameters: { type: 'object', properties: {} } }],
      },
    })
    const call = await next('response.function_call_arguments.done')
    expect(call).toMatchObject({ call_id: 'call_1', name: 'weather', arguments: '{"place":"Oslo"}' })
    await next('response.done')
    client.send({
      type: 'conversation.item.create',
      item: { type: 'function_call_output', call_id: call.call_id, output: 'rain' },
    })
    client.send({ type: 'response.create', response: { output_modalities: ['text'] } })
    expect((await next('response.output_text.done')).text).toBe('It rains in Oslo.')
    client.close()
  })
})

describe("the agents' client", () => {
  it('speaks, runs its tools and keeps the history', async () => {
    testServer.upstream.scriptOnly(
      'chat',
      { text: '', toolCalls: [{ id: 'call_1', name: 'weather', arguments: '{"place":"Oslo"}' }] },
      { text: 'It rains in Oslo.' },
    )
    const asked: string[] = []
    const agent = new RealtimeAgent({
      name: 'Weather',
      instructions: 'Answer questions about the weather.',
      tools: [
        tool({
          name: 'weather',
          description: 'The weather of a place',
          parameters: z.object({ place: z.string() }),
          execute: async ({ place: town }) => {
            asked.push(town)
            return 'rain'
          },
        }),
      ],
    })
    const session = new RealtimeSession(agent, { transport: 'websocket', model: 'v_agent' })
    const errors: unknown[] = []
    session.on('error', (error) => errors.push(error))
    let soundBytes = 0
    session.on('audio', ({ data }) => (soundBytes += data.byteLength))
    await session.connect({
      apiKey: await testServer.token(),
      url: `${testServer.url.replace('http', 'ws')}/api/openai/v1/realtime?model=v_agent`,
    })
    const said = new Promise((resolve) => session.on('agent_end', (_context, _agent, text) => resolve(text)))
    for (const block of speechBlocks()) {
      const bytes = Buffer.from(block, 'base64')
      session.sendAudio(new Uint8Array(bytes).buffer)
    }
    await vi.waitFor(() => expect(asked).toEqual(['Oslo']), 10_000)
    await said
    await vi.waitFor(
      () =>
        expect(session.history).toMatchObject([
          { role: 'user', content: [{ type: 'input_audio', transcript: 'hello there' }] },
          { type: 'function_call', name: 'weather', output: 'rain' },
          { role: 'assistant', content: [{ type: 'output_audio', transcript: 'It rains in Oslo.' }] },
        ]),
      10_000,
    )
    session.close()
    expect(errors).toEqual([])
    expect(soundBytes).toBeGreaterThan(0)
  })
})

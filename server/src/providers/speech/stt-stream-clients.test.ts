import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { getCACertificates, setDefaultCACertificates } from 'node:tls'
import { DeepgramClient } from '@deepgram/sdk'
import { AudioEncoding, RealtimeTranscription } from '@mistralai/mistralai/extra/realtime'
import { AssemblyAI } from 'assemblyai'
import OpenAI from 'openai'
import { OpenAIRealtimeWS } from 'openai/realtime/ws'
import { afterEach, expect, it, vi } from 'vitest'
import { startTlsProxy } from '../../../../fakes/tls-proxy.ts'
import { assemblyAiStreams } from '../../../../fakes/transcription-stream/assemblyai.ts'
import { deepgramStreams } from '../../../../fakes/transcription-stream/deepgram.ts'
import { fluxStreams } from '../../../../fakes/transcription-stream/deepgram-flux.ts'
import {
  serveTranscriptionStreams,
  type StreamProtocol,
  type StreamService,
} from '../../../../fakes/transcription-stream/index.ts'
import { mistralStreams } from '../../../../fakes/transcription-stream/mistral.ts'
import { openAiTranscriptions } from '../../../../fakes/transcription-stream/openai.ts'
import { createAssemblyAiStreaming } from './assemblyai/assemblyai-stt-stream.ts'
import { createDeepgramStreaming } from './deepgram/deepgram-stt-stream.ts'
import { createMistralStreaming } from './mistral/mistral-stt-stream.ts'
import { createOpenAiStreaming } from './openai/openai-stt-stream.ts'

// Runs the vendors' published clients against the fakes, so that the fakes follow the vendors and not our adapters:
// the clients must understand their messages, and send what the adapters send.

const TEXT = 'good morning to you'
const closing: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const close of closing.splice(0).toReversed()) await close()
})

async function serve(protocol: StreamProtocol): Promise<{ url: string; service: StreamService }> {
  const server: Server = createServer((_request, response) => response.writeHead(404).end())
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const service = serveTranscriptionStreams(server, protocol)
  service.script({ text: TEXT })
  closing.push(async () => {
    service.cut()
    server.close()
    await once(server, 'close')
  })
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, service }
}

const second = () => {
  const samples = Int16Array.from({ length: 16_000 }, (_, index) => Math.round(9_000 * Math.sin(index / 8)))
  return new Uint8Array(samples.buffer)
}
const options = { name: 'Vendor', location: 'vendor', timeoutMs: 5_000 } as const
const REQUEST = { language: 'en', prompt: 'Zürich', caller: 'ann' }
const parametersOf = (search: URLSearchParams | undefined) => Object.fromEntries(search ?? [])
const never = () => new AbortController().signal

it("openai's client understands the fake, and sends what the adapter sends", async () => {
  const { url, service } = await serve(openAiTranscriptions('sk-test'))
  const proxy = await startTlsProxy(url)
  closing.push(() => proxy.close())
  const client = new OpenAIRealtimeWS(
    { intent: 'transcription', options: { ca: proxy.certificate } },
    new OpenAI({ apiKey: 'sk-test', baseURL: `${proxy.url}/v1` }),
  )
  let words = ''
  const done = new Promise<string>((resolve, reject) => {
    client.on('error', reject)
    client.on('conversation.item.input_audio_transcription.delta', ({ delta }) => (words += delta ?? ''))
    client.on('conversation.item.input_audio_transcription.completed', ({ transcript }) =>
      resolve(transcript),
    )
  })
  await once(client.socket, 'open')
  client.send({
    type: 'session.update',
    session: {
      type: 'transcription',
      audio: {
        input: {
          format: { type: 'audio/pcm', rate: 24_000 },
          transcription: { model: 'gpt-live-transcribe', language: 'en', prompt: 'Zürich' },
          turn_detection: null,
        },
      },
    },
  })
  client.send({ type: 'input_audio_buffer.append', audio: Buffer.alloc(48_000, 1).toString('base64') })
  client.send({ type: 'input_audio_buffer.commit' })
  expect(await done).toBe(TEXT)
  expect(words).toBe(TEXT)
  client.close()

  const stream = createOpenAiStreaming({
    ...options,
    apiKey: 'sk-test',
    baseUrl: `${url}/v1`,
    model: 'gpt-live-transcribe',
  }).open(REQUEST, never())
  stream.push(second())
  stream.finish()
  for await (const _ of stream.events);
  const [theirs, ours] = service.connections
  expect(ours?.messages[0]).toEqual(theirs?.messages[0])
  expect(ours?.messages.map(({ type }) => type)).toEqual([
    'session.update',
    'input_audio_buffer.append',
    'input_audio_buffer.append',
    'input_audio_buffer.commit',
  ])
  expect(ours?.headers.authorization).toBe(theirs?.headers.authorization)
  expect(theirs?.url.search).toBe('?intent=transcription')
})

it("Deepgram's client understands the fake, and sends what the adapter sends", async () => {
  const { url, service } = await serve(deepgramStreams('key'))
  const connection = await new DeepgramClient({
    apiKey: 'key',
    baseUrl: url.replace('http', 'ws'),
  }).listen.v1.connect({
    model: 'nova-3',
    encoding: 'linear16',
    sample_rate: 16_000,
    channels: 1,
    interim_results: 'true',
    smart_format: 'true',
    endpointing: 300,
    language: 'en',
    keyterm: ['Zürich'],
    mip_opt_out: 'true',
    Authorization: 'Token key',
    reconnectAttempts: 0,
  })
  const results: { readonly text: string; readonly isFinal: boolean }[] = []
  const closed = new Promise<void>((resolve) => connection.on('close', () => resolve()))
  const types: string[] = []
  connection.on('message', (message) => {
    types.push(message.type)
    if (message.type !== 'Results') return
    const [best] = message.channel.alternatives
    results.push({ text: best?.transcript ?? '', isFinal: message.is_final === true })
  })
  connection.connect()
  await connection.waitForOpen()
  connection.sendMedia(second())
  await vi.waitFor(() => expect(results.at(-1)).toEqual({ text: TEXT, isFinal: false }))
  connection.sendFinalize({ type: 'Finalize' })
  await vi.waitFor(() => expect(results.at(-1)).toEqual({ text: TEXT, isFinal: true }))
  connection.sendCloseStream({ type: 'CloseStream' })
  await closed
  expect(types.at(-1)).toBe('Metadata')

  const stream = createDeepgramStreaming({ ...options, apiKey: 'key', baseUrl: url, model: 'nova-3' }).open(
    REQUEST,
    never(),
  )
  stream.push(second())
  stream.flush(true)
  for await (const event of stream.events) if (event.type === 'flushed') stream.finish()
  const [theirs, ours] = service.connections
  expect(parametersOf(ours?.url.searchParams)).toEqual(parametersOf(theirs?.url.searchParams))
  expect(ours?.messages).toEqual(theirs?.messages)
  expect(ours?.headers.authorization).toBe(theirs?.headers.authorization)
  expect(ours?.audioBytes).toBe(theirs?.audioBytes)
})

it("Deepgram's client understands the fake of Flux, and sends what the adapter sends", async () => {
  const { url, service } = await serve(fluxStreams('key'))
  service.script({ text: TEXT, earlyEndAfterWords: 2, finalAfterWords: 4 })
  const connection = await new DeepgramClient({
    apiKey: 'key',
    baseUrl: url.replace('http', 'ws'),
  }).listen.v2.connect({
    model: 'flux-general-multi',
    encoding: 'linear16',
    sample_rate: 16_000,
    eager_eot_threshold: 0.4,
    language_hint: 'en',
    keyterm: 'Zürich',
    mip_opt_out: 'true',
    Authorization: 'Token key',
    reconnectAttempts: 0,
  })
  const turns: string[] = []
  let transcript = ''
  const closed = new Promise<void>((resolve) => connection.on('close', () => resolve()))
  connection.on('message', (message) => {
    if (message.type !== 'TurnInfo') return
    turns.push(message.event)
    if (message.event === 'EndOfTurn') transcript = message.transcript
  })
  connection.connect()
  await connection.waitForOpen()
  connection.sendMedia(second())
  await vi.waitFor(() => expect(transcript).toBe(TEXT))
  expect(turns.filter((event) => event !== 'Update')).toEqual([
    'StartOfTurn',
    'EagerEndOfTurn',
    'TurnResumed',
    'EagerEndOfTurn',
    'EndOfTurn',
  ])
  connection.sendCloseStream({ type: 'CloseStream' })
  await closed

  const stream = createDeepgramStreaming({
    ...options,
    apiKey: 'key',
    baseUrl: url,
    model: 'nova-3',
    streamingModel: 'flux-general-multi',
  }).open(REQUEST, never())
  stream.push(second())
  stream.finish()
  let words = ''
  for await (const event of stream.events) if (event.type === 'words') words += event.final
  expect(words).toBe(TEXT)
  const [theirs, ours] = service.connections
  expect(parametersOf(ours?.url.searchParams)).toEqual(parametersOf(theirs?.url.searchParams))
  await vi.waitFor(() => expect(ours?.messages).toEqual(theirs?.messages))
  expect(ours?.headers.authorization).toBe(theirs?.headers.authorization)
})

it("AssemblyAI's client understands the fake, and sends what the adapter sends", async () => {
  const { url, service } = await serve(assemblyAiStreams('key'))
  service.script({ text: TEXT, finalAfterWords: 3 })
  // The client accepts TLS only.
  const proxy = await startTlsProxy(url)
  closing.push(() => proxy.close())
  const certificates = getCACertificates()
  setDefaultCACertificates([...certificates, proxy.certificate])
  closing.push(async () => setDefaultCACertificates(certificates))
  const client = new AssemblyAI({ apiKey: 'key' }).streaming.transcriber({
    websocketBaseUrl: `${proxy.url.replace('https', 'wss')}/v3/ws`,
    sampleRate: 16_000,
    encoding: 'pcm_s16le',
    minTurnSilence: 160,
    formatTurns: true,
    keytermsPrompt: ['Zürich'],
    speechModel: 'universal-streaming-english',
    languageDetection: true,
  })
  const ends: string[] = []
  client.on('turn', (turn) => {
    if (turn.end_of_turn && turn.turn_is_formatted) ends.push(turn.transcript)
  })
  await client.connect()
  client.sendAudio(second().buffer)
  client.forceEndpoint()
  // One chunk of a second has all of the words.
  await vi.waitFor(() => expect(ends.join(' ')).toBe(TEXT))
  await client.close()
  await service.connections[0]?.closed

  const stream = createAssemblyAiStreaming({
    ...options,
    apiKey: 'key',
    baseUrl: url,
    streamingUrl: url,
    model: 'universal-3-pro',
    streamingModel: 'universal-streaming-multilingual',
  }).open(REQUEST, never())
  stream.push(second())
  stream.finish()
  let words = ''
  for await (const event of stream.events) if (event.type === 'words') words += event.final
  expect(words).toBe(TEXT)
  const [theirs, ours] = service.connections
  expect(parametersOf(ours?.url.searchParams)).toEqual(parametersOf(theirs?.url.searchParams))
  await ours?.closed
  // The connection is closed with a second one.
  expect(ours?.messages.slice(0, 2)).toEqual(theirs?.messages)
  expect(ours?.headers.authorization).toBe(theirs?.headers.authorization)
  expect(ours?.audioBytes).toBe(theirs?.audioBytes)
})

it("Mistral's client understands the fake, and sends what the adapter sends", async () => {
  const { url, service } = await serve(mistralStreams('key'))
  const client = new RealtimeTranscription({ apiKey: 'key', serverURL: url })
  async function* audio() {
    yield second()
  }
  let words = ''
  let text = ''
  const model = 'voxtral-mini-transcribe-realtime-2602'
  const audioFormat = { encoding: AudioEncoding.PcmS16le, sampleRate: 16_000 }
  for await (const event of client.transcribeStream(audio(), model, { audioFormat })) {
    if (event.type === 'transcription.text.delta') words += (event as { text: string }).text
    if (event.type === 'transcription.done') text = (event as { text: string }).text
  }
  expect(words).toBe(TEXT)
  expect(text).toBe(TEXT)

  service.script({ text: `${TEXT} ${TEXT}` })
  const stream = createMistralStreaming({
    ...options,
    apiKey: 'key',
    baseUrl: url,
    model: 'voxtral-mini-latest',
    streamingModel: model,
  }).open(REQUEST, never())
  stream.push(second())
  stream.finish()
  let ownWords = ''
  for await (const event of stream.events) if (event.type === 'words') ownWords += event.final
  expect(ownWords).toBe(TEXT)
  const [theirs, ours] = service.connections
  expect(parametersOf(ours?.url.searchParams)).toEqual(parametersOf(theirs?.url.searchParams))
  expect(ours?.messages).toEqual(theirs?.messages)
  expect(ours?.headers.authorization).toBe(theirs?.headers.authorization)
})

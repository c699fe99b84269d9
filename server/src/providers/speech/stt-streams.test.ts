import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { describe, expect, it } from 'vitest'
import { describeSttStream } from '../../../../fakes/stt-stream-suite.ts'
import { assemblyAiStreams } from '../../../../fakes/transcription-stream/assemblyai.ts'
import { deepgramStreams } from '../../../../fakes/transcription-stream/deepgram.ts'
import { fluxStreams } from '../../../../fakes/transcription-stream/deepgram-flux.ts'
import {
  serveTranscriptionStreams,
  type StreamProtocol,
} from '../../../../fakes/transcription-stream/index.ts'
import { mistralStreams } from '../../../../fakes/transcription-stream/mistral.ts'
import { openAiTranscriptions } from '../../../../fakes/transcription-stream/openai.ts'
import { createAssemblyAiStreaming } from './assemblyai/assemblyai-stt-stream.ts'
import { createDeepgramStreaming } from './deepgram/deepgram-stt-stream.ts'
import { createMistralStreaming } from './mistral/mistral-stt-stream.ts'
import { createOpenAiStreaming } from './openai/openai-stt-stream.ts'
import type { SttStreaming } from './stt-stream.ts'

async function startStream(protocol: StreamProtocol, connect: (url: string) => SttStreaming) {
  const server = createServer((_request, response) => response.writeHead(404).end())
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const service = serveTranscriptionStreams(server, protocol)
  return {
    service,
    streaming: connect(`http://127.0.0.1:${(server.address() as AddressInfo).port}`),
    close: () =>
      new Promise<void>((resolve) => {
        service.cut()
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

const openAi = (model: string) => (timeoutMs: number) =>
  startStream(openAiTranscriptions('sk-test'), (url) =>
    createOpenAiStreaming({
      name: 'OpenAI',
      location: 'vendor',
      apiKey: 'sk-test',
      baseUrl: `${url}/v1`,
      model,
      timeoutMs,
    }),
  )

describeSttStream('OpenAI, word by word', {
  create: openAi('gpt-live-transcribe'),
  bytesPerSecond: 48_000,
  english: /"language":"en"/,
})
describeSttStream('OpenAI, by stretches of speech', {
  create: openAi('whisper-1'),
  bytesPerSecond: 48_000,
  english: /"language":"en"/,
})
const deepgram = (protocol: StreamProtocol, streamingModel?: string) => (timeoutMs: number) =>
  startStream(protocol, (url) =>
    createDeepgramStreaming({
      name: 'Deepgram',
      location: 'vendor',
      apiKey: 'key',
      baseUrl: url,
      model: 'nova-3',
      streamingModel,
      timeoutMs,
    }),
  )
describeSttStream('Deepgram', {
  create: deepgram(deepgramStreams('key')),
  bytesPerSecond: 32_000,
  english: /language=en/,
})
describeSttStream("Deepgram's Flux", {
  create: deepgram(fluxStreams('key'), 'flux-general-multi'),
  bytesPerSecond: 32_000,
  english: /language_hint=en/,
  needsSilence: true,
  judgesTurns: true,
})
describeSttStream('AssemblyAI', {
  create: (timeoutMs) =>
    startStream(assemblyAiStreams('key'), (url) =>
      createAssemblyAiStreaming({
        name: 'AssemblyAI',
        location: 'vendor',
        apiKey: 'key',
        baseUrl: url,
        streamingUrl: url,
        model: 'universal-3-pro',
        streamingModel: 'universal-streaming-multilingual',
        timeoutMs,
      }),
    ),
  bytesPerSecond: 32_000,
  english: /speech_model=universal-streaming-english/,
  judgesTurns: true,
})
describeSttStream('Mistral', {
  create: (timeoutMs) =>
    startStream(mistralStreams('key'), (url) =>
      createMistralStreaming({
        name: 'Mistral',
        location: 'vendor',
        apiKey: 'key',
        baseUrl: url,
        model: 'voxtral-mini-latest',
        streamingModel: 'voxtral-mini-transcribe-realtime-2602',
        timeoutMs,
      }),
    ),
  bytesPerSecond: 32_000,
})

const never = () => new AbortController().signal

async function searchOf(protocol: StreamProtocol, connect: (url: string) => SttStreaming) {
  const { service, streaming, close } = await startStream(protocol, connect)
  const languages = ['de-AT', 'en-GB']
  const request = { language: undefined, languages, prompt: undefined, caller: 'ann' }
  const stream = streaming.open(request, never())
  stream.push(new Uint8Array(3_200))
  stream.finish()
  for await (const _ of stream.events);
  await close()
  return service.connections[0]?.url.searchParams
}

describe('the languages of a speaker', () => {
  const options = { name: 'x', location: 'vendor', apiKey: 'key', timeoutMs: 5_000 } as const

  it('are hints of Flux', async () => {
    const search = await searchOf(fluxStreams('key'), (baseUrl) =>
      createDeepgramStreaming({ ...options, baseUrl, model: 'nova-3', streamingModel: 'flux-general-multi' }),
    )
    expect(search?.getAll('language_hint')).toEqual(['de', 'en'])
  })

  it('are codes of those models of AssemblyAI that take them', async () => {
    const search = await searchOf(assemblyAiStreams('key'), (baseUrl) =>
      createAssemblyAiStreaming({
        ...options,
        baseUrl,
        streamingUrl: baseUrl,
        model: 'universal-3-pro',
        streamingModel: 'universal-3-5-pro',
      }),
    )
    expect(JSON.parse(search?.get('language_codes') ?? '')).toEqual(['de', 'en'])
  })
})

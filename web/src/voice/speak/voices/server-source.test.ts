import { createServer } from 'node:http'
import type { RequestListener, Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, expect, it } from 'vitest'
import { createApi } from '#lib/http/index.ts'
import { createTurnEndpoints } from '#lib/http/turn-endpoints.ts'
import { createHttpTransport } from '../../transport/http-transport.ts'
import { FakeClock } from '../clock.fixture.ts'
import { type Clock, systemClock } from '../clock.ts'
import { createPcmDecoder } from '../playback/pcm-decoder.ts'
import { serverVoice } from '../speech-output.fixture.ts'
import { createServerSource } from './server-source.ts'
import { createVoiceCatalogue } from './speech-api.ts'
import type { SpeechApi } from './speech-api.ts'

let server: Server | undefined

afterEach(async () => {
  server?.closeAllConnections()
  await new Promise((resolve) => (server ? server.close(resolve) : resolve(undefined)))
})

/** Returns the source, connected over HTTP to a server that the test controls. */
async function sourceOver(listener: RequestListener, clock: Clock = systemClock) {
  server = createServer(listener)
  await new Promise<void>((resolve) => server?.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const transport = createHttpTransport(
    createTurnEndpoints(createApi({ origin: `http://127.0.0.1:${port}` })),
  )
  const api: SpeechApi = {
    listVoices: () => Promise.resolve({ voices: [serverVoice('openai', 'alloy')] }),
    makeSpeech: (request, signal) => transport.speech(request, signal),
  }
  return createServerSource({
    id: 'server',
    api,
    catalogue: createVoiceCatalogue(api),
    settings: () => ({
      provider: 'server',
      speakers: [{ id: 'v_agent', name: 'V', voiceId: '' }],
      agentId: 'v_agent',
      rate: 1,
      pitch: 1,
      volume: 1,
    }),
    clock,
  })
}

const request = { text: 'Hello there.', language: 'en-US' }

it('returns every sample of a stream with odd chunks', async () => {
  const samples = Int16Array.from({ length: 5_000 }, (_, index) => ((index * 37) % 65_536) - 32_768)
  const bytes = Buffer.from(samples.buffer)
  const source = await sourceOver((_, response) => {
    response.writeHead(200, { 'content-type': 'audio/pcm' })
    const sendFrom = (timeMs: number): void => {
      if (timeMs >= bytes.length) return void response.end()
      response.write(bytes.subarray(timeMs, timeMs + 333), () => setImmediate(sendFrom, timeMs + 333))
    }
    sendFrom(0)
  })
  const speech = await source.make(request, new AbortController().signal)
  const decode = createPcmDecoder()
  const heard: number[] = []
  if (speech.type === 'samples') for await (const chunk of speech.bytes) heard.push(...decode(chunk))
  expect(heard).toEqual([...samples].map((sample) => sample / 32_768))
})

it('returns the first audio while the rest is still being synthesized', async () => {
  const source = await sourceOver((_, response) => void response.writeHead(200).write(Buffer.alloc(5_000)))
  const speech = await source.make(request, new AbortController().signal)
  expect(speech.type).toBe('samples')
})

it('closes the connection when it is aborted', async () => {
  const closed = Promise.withResolvers<void>()
  const source = await sourceOver((_, response) => {
    response.on('close', closed.resolve)
    response.writeHead(200).write(Buffer.alloc(5_000))
  })
  const aborted = new AbortController()
  const speech = await source.make(request, aborted.signal)
  aborted.abort()
  await closed.promise
  const listen = async () => {
    if (speech.type === 'samples') for await (const chunk of speech.bytes) void chunk
  }
  await expect(listen()).rejects.toBe(aborted.signal.reason)
})

it('distinguishes a broken connection from the end of speech', async () => {
  const source = await sourceOver((_, response) => {
    response.writeHead(200, { 'content-length': 1_000 })
    response.write(Buffer.alloc(99), () => response.destroy())
  })
  const listen = async () => {
    const speech = await source.make(request, new AbortController().signal)
    if (speech.type === 'samples') for await (const chunk of speech.bytes) void chunk
  }
  await expect(listen()).rejects.toMatchObject({ reason: 'voice-server-unavailable' })
})

it('fails on bytes that cannot be speech', async () => {
  const source = await sourceOver((_, response) => response.end(Buffer.alloc(40, 0x5a)))
  await expect(source.make(request, new AbortController().signal)).rejects.toMatchObject({
    reason: 'voice-server-unavailable',
  })
})

it('gives up a server that hangs before its first audio after three seconds', async () => {
  const clock = new FakeClock()
  const arrived = Promise.withResolvers<void>()
  const source = await sourceOver(() => arrived.resolve(), clock)
  const speech = source.make(request, new AbortController().signal)
  await arrived.promise
  clock.advance(3_000)
  await expect(speech).rejects.toMatchObject({ reason: 'voice-server-unavailable' })
})

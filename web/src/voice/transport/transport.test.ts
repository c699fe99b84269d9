/**
 * One suite for the three ways of a turn: HTTP, the socket, and the socket with HTTP from a fault on. Over real
 * connections to a server that answers all of them alike.
 */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text as textOf } from 'node:stream/consumers'
import type { SocketAnswer } from '@vee/contract/socket/messages'
import { encodeEvent } from '@vee/contract/stream/encode'
import type { ParsedEvent } from '@vee/contract/stream/parse'
import type { ReplyEvent } from '@vee/contract/stream/reply-event'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createApi } from '#lib/http/index.ts'
import { createTurnEndpoints } from '#lib/http/turn-endpoints.ts'
import { type FakeSocketServer, startFakeSocketServer } from '../../../../fakes/socket-server.ts'
import { systemClock } from '../speak/clock.ts'
import { FallbackTransport } from './fallback-transport.ts'
import { createHttpTransport } from './http-transport.ts'
import { openSocketHere } from './socket/open-socket.ts'
import { SocketTransport } from './socket/socket-transport.ts'

const WORDS = 'hello there'
const BY = { agentId: 'v_agent', conversationId: 'c1', model: 'm', provider: 'p' } as const
const SENTENCES = ['Good day.', 'How are you?']
const SPEECH = { voice: 'v', speed: 1, format: 'pcm', language: 'en' } as const
const eventsOf = (replyId: string): readonly ReplyEvent[] => [
  { type: 'start', replyId, ...BY },
  { type: 'chunk', content: 'Good day. ' },
  { type: 'chunk', content: 'How are you?' },
  {
    type: 'final_response_metadata',
    replyId,
    ...BY,
    usage: { promptTokens: 1, completionTokens: 2, totalTokens: 3 },
    costUsd: 0,
    persona: null,
    finishReason: 'stop',
  },
]
const soundOf = (text: string) => new TextEncoder().encode(text.repeat(40))

/** Answers the endpoints of a turn, and records the requests. */
async function startHttpServer() {
  const requests: string[] = []
  async function respond(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { method, url = '', headers } = request
    const from = Number(headers['last-event-id'] ?? 0)
    requests.push(`${method} ${url}${from > 0 ? ` from ${from}` : ''}`)
    const body = await textOf(request)
    if (url === '/api/stt') return void response.end(JSON.stringify({ text: WORDS, language: 'en' }))
    if (url === '/api/tts') return void response.end(soundOf((JSON.parse(body) as { text: string }).text))
    const replyId =
      /replies\/(.*)\/stream/.exec(url)?.[1] ?? (JSON.parse(body) as { replyId: string }).replyId
    eventsOf(replyId).forEach((event, index) => {
      if (index + 1 > from) response.write(encodeEvent(event, index + 1))
    })
    response.end()
  }
  const server: Server = createServer((request, response) => void respond(request, response))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return { requests, server, origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}` }
}

let http: Awaited<ReturnType<typeof startHttpServer>>
let socketServer: FakeSocketServer
beforeEach(async () => {
  ;[http, socketServer] = await Promise.all([startHttpServer(), startFakeSocketServer()])
})
afterEach(async () => {
  http.server.closeAllConnections()
  http.server.close()
  await socketServer.close()
})

/** The points of a turn at which the socket can fail, in order. */
const FAULTS = [
  'opening',
  'listening',
  'transcript',
  'question',
  'start',
  'chunk',
  'before-end',
  'in-speech',
  'between-sentences',
] as const
type Fault = (typeof FAULTS)[number]

function createTransport(hasSocket: boolean) {
  let count = 0
  const overHttp = createHttpTransport(createTurnEndpoints(createApi({ origin: http.origin })))
  const socket = new SocketTransport({
    address: hasSocket ? socketServer.address : 'ws://127.0.0.1:1',
    hello: () => ({ sessionId: 'ann' }),
    prompt: () => '',
    question: () => ({ agentId: 'v_agent', conversationId: 'c1', messages: [] }),
    speech: () => ({
      speed: 1,
      language: 'en',
      announcements: { code: '', table: '', diagram: '', formula: '', image: '' },
    }),
    commands: () => ({ languages: ['en-US'], agents: [], wakeWords: [] }),
    interimWords: () => true,
    ownKeys: () => ({}),
    createId: () => `id-${++count}`,
    clock: systemClock,
    openSocket: openSocketHere,
  })
  return new FallbackTransport(socket, overHttp)
}

const caller = () => socketServer.callers[0]

const hasReceived = (type: string) =>
  vi.waitFor(() => expect(caller()?.said.map((message) => message.type)).toContain(type))
const send = (answer: SocketAnswer) => caller()?.answer(answer)

/** Answers a turn on the socket until the fault. */
async function answerTurn(fault: Fault | undefined): Promise<void> {
  const turnId = 'id-1'
  const failsAt = (point: Fault) => {
    if (fault !== point) return false
    // It neither finishes this turn nor accepts another socket.
    caller()?.close(4_429)
    return true
  }

  await vi.waitFor(() => expect(caller()).toBeDefined())
  if (failsAt('opening')) return
  await hasReceived('turn')
  if (failsAt('listening')) return
  await hasReceived('end')
  if (failsAt('transcript')) return
  send({
    type: 'transcript',
    turnId,
    text: WORDS,
    language: 'en',
    durationSeconds: 1,
    provider: 'p',
    costUsd: 0,
    isNoSpeech: false,
  })
  if (failsAt('question')) return
  await hasReceived('ask')
  for (const [index, event] of eventsOf('id-2').entries()) {
    if (index === 3 && failsAt('before-end')) return
    send({ type: 'reply', turnId, id: index + 1, event })
    if (index === 0 && failsAt('start')) return
    if (index === 1 && failsAt('chunk')) return
  }
  for (const [piece, text] of SENTENCES.entries()) {
    await vi.waitFor(() =>
      expect(caller()?.said).toContainEqual(expect.objectContaining({ type: 'want', piece })),
    )
    send({ type: 'speech-started', turnId, piece, text, start: 0, end: 1 })
    const sound = soundOf(text)
    caller()?.sound(sound.subarray(0, 101))
    if (failsAt('in-speech')) return
    caller()?.sound(sound.subarray(101))
    send({ type: 'speech-ended', turnId, piece })
    if (failsAt('between-sentences')) return
  }
  send({ type: 'turn-ended', turnId })
}

async function bytesOf(sound: AsyncIterable<Uint8Array>): Promise<string> {
  const parts: Uint8Array[] = []
  for await (const chunk of sound) parts.push(chunk)
  return Buffer.concat(parts).toString()
}

/** Speaks, asks and listens, as the voice session, the conversation and the speech output do. */
async function runTurn(transport: FallbackTransport, beforeSpeech: () => Promise<unknown> = async () => {}) {
  const { signal } = new AbortController()
  const hearing = transport.transcribe({ language: 'en', isStreaming: true, onInterim: () => undefined })
  for (let frame = 0; frame < 10; frame += 1)
    hearing.pushFrame?.({ samples: new Int16Array(640).fill(9_000), level: 0.3, capturedAt: frame * 640 })
  hearing.endAudio?.()
  const { text } = await hearing.finish({ audio: new Blob(['RIFF']), durationSeconds: 1 })

  const asked = {
    agentId: 'v_agent' as const,
    conversationId: 'c1',
    stream: true as const,
    messages: [{ role: 'user' as const, content: text }],
  }
  const replyId = transport.askOverSocket(asked) ?? 'id-2'
  const events: ParsedEvent[] = []
  const options = { request: { ...asked, replyId }, lastEventId: 0, signal }
  const spoken: string[] = []
  for await (const event of transport.reply(options)) events.push(event)
  await beforeSpeech()
  for (const sentence of SENTENCES)
    spoken.push(await bytesOf(await transport.speech({ text: sentence, ...SPEECH }, signal)))
  return { text, events, spoken }
}

const EXPECTED = {
  text: WORDS,
  events: eventsOf('id-2').map((event, index) => ({ id: index + 1, event })),
  spoken: SENTENCES.map((sentence) => Buffer.from(soundOf(sentence)).toString()),
}

describe('a turn', () => {
  it('over HTTP is complete', async () => {
    const transport = createTransport(false)
    expect(await runTurn(transport)).toEqual(EXPECTED)
    expect(transport.state).toEqual({ via: 'http', reason: 'unreachable' })
    expect(http.requests).toEqual(['POST /api/stt', 'POST /api/chat', 'POST /api/tts', 'POST /api/tts'])
  })

  it('over the socket is complete, without a request over HTTP', async () => {
    const transport = createTransport(true)
    const [turn] = await Promise.all([runTurn(transport), answerTurn(undefined)])
    expect(turn).toEqual(EXPECTED)
    expect(transport.state).toEqual({ via: 'socket' })
    expect(http.requests).toEqual([])
  })

  it('over the socket speaks a sentence of the page over HTTP, and its own text as it comes', async () => {
    const transport = createTransport(true)
    const aside = { text: 'I am looking it up.', ...SPEECH, isAside: true }
    const spoken = runTurn(transport, () => transport.speech(aside, new AbortController().signal))
    const [turn] = await Promise.all([spoken, answerTurn(undefined)])
    expect(turn).toEqual(EXPECTED)
    expect(http.requests).toEqual(['POST /api/tts'])
  })

  it.each(FAULTS)('whose socket fails at %s loses nothing and repeats nothing', async (fault) => {
    const transport = createTransport(true)
    const [turn] = await Promise.all([runTurn(transport), answerTurn(fault)])
    expect(turn).toEqual(EXPECTED)
    expect(transport.state).toEqual({ via: 'http', reason: 'rejected' })
    // A reply is requested once: from the start, or from the last received event on.
    expect(http.requests.filter((request) => request.includes('/chat')).length).toBeLessThan(2)
  })

  it.each([
    ['start', 1],
    ['chunk', 2],
    ['before-end', 3],
  ] as const)('whose socket fails at %s continues after event %i', async (fault, from) => {
    await Promise.all([runTurn(createTransport(true)), answerTurn(fault)])
    expect(http.requests).toContain(`GET /api/chat/replies/id-2/stream from ${from}`)
  })
})

describe('the state', () => {
  it('names why turns use HTTP', async () => {
    const transport = createTransport(true)
    expect(transport.state).toEqual({ via: 'http', reason: 'unused' })
    const checking = transport.check()
    expect(transport.state).toEqual({ via: 'http', reason: 'opening' })
    expect(await checking).toEqual({ via: 'socket' })
    socketServer.callers[0]?.cut()
    await vi.waitFor(() => expect(transport.state).toEqual({ via: 'http', reason: 'disconnected' }))
    expect(await transport.check()).toEqual({ via: 'socket' })
    socketServer.callers[1]?.close(4_408)
    await vi.waitFor(() => expect(transport.state).toEqual({ via: 'http', reason: 'unused' }))
  })
})

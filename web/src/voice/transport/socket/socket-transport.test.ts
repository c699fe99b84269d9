import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { SocketAnswer, SocketRequest } from '@vee/contract/socket/messages'
import {
  type FakeSocketServer,
  type SocketCaller,
  startFakeSocketServer,
} from '../../../../../fakes/socket-server.ts'
import type { Frame } from '../../capture/frames.ts'
import type { ParsedEvent } from '@vee/contract/stream/parse'
import {
  TranscriptionError,
  type PendingTranscription,
  type TranscriptionRequest,
  type InterimWords,
} from '../../transcription/transcriber.ts'
import { systemClock } from '../../speak/clock.ts'
import { type OpenSocket, openSocketHere } from './open-socket.ts'
import { FallbackTransport } from '../fallback-transport.ts'
import { TransportError, type TurnTransport } from '../turn-transport.ts'
import { SocketTransport } from './socket-transport.ts'
import type { AskedQuestion, SocketTransportOptions, QuestionTemplate } from './ports.ts'

const RECORDING = { audio: new Blob([]), durationSeconds: 1 }
const REQUEST = { language: 'en', isStreaming: true, onInterim: () => undefined }
const TEMPLATE: QuestionTemplate = { agentId: 'v_agent', conversationId: 'conv-1', messages: [] }
const SPEECH = {
  speed: 1,
  language: 'en',
  announcements: { code: '', table: '', diagram: '', formula: '', image: '' },
}
const ASKED = {
  agentId: 'v_agent',
  conversationId: 'conv-1',
  stream: true,
  messages: [{ role: 'user' as const, content: 'hello there' }],
}
const transcript = (turnId: string, text = 'hello there'): SocketAnswer => ({
  type: 'transcript',
  turnId,
  text,
  language: 'en',
  durationSeconds: 1,
  provider: 'openai',
  costUsd: 0,
  isNoSpeech: text === '',
})

let server: FakeSocketServer
beforeEach(async () => {
  server = await startFakeSocketServer()
})
afterEach(() => server.close())

function createVoice(more: Partial<SocketTransportOptions> = {}) {
  let count = 0
  const socket = new SocketTransport({
    address: server.address,
    hello: () => ({ sessionId: 'ann' }),
    prompt: () => '',
    question: () => TEMPLATE,
    speech: () => SPEECH,
    commands: () => ({ languages: ['en-US'], agents: ['Tutor'], wakeWords: ['vee'] }),
    interimWords: () => false,
    ownKeys: () => ({}),
    createId: () => `id-${++count}`,
    clock: systemClock,
    openSocket: openSocketHere,
    ...more,
  })
  return {
    socket,
    /** Transcribes over the socket, and with the given transcriber if it fails. */
    start: (request: TranscriptionRequest, fallback: PendingTranscription) =>
      new FallbackTransport(socket, { ...createNoTransport(), transcribe: () => fallback }).transcribe(
        request,
      ),
    open: () => socket.open(),
    askOverSocket: (question: AskedQuestion) => socket.askOverSocket(question),
    interrupted: (replyId: string, playedText: string) => socket.interrupted(replyId, playedText),
    reply: (replyId: string) => eventsOf(socket.reply(orderOf(replyId))),
    say: (text: string, signal = new AbortController().signal) =>
      socket.speech({ text, voice: 'v', speed: 1, format: 'pcm', language: 'en' }, signal),
  }
}
type Voice = ReturnType<typeof createVoice>

function failUnexpected(): never {
  throw new Error('not expected')
}

/** A transport that is never used. */
function createNoTransport(): TurnTransport {
  return { reply: failUnexpected, speech: failUnexpected, transcribe: failUnexpected }
}

function orderOf(replyId: string) {
  const request = { ...ASKED, messages: [...ASKED.messages], replyId }
  return { request, lastEventId: 0, signal: new AbortController().signal }
}

/** Returns the items, and whether more were expected. */
async function collectItems<T>(items: AsyncIterable<T>) {
  const received: T[] = []
  try {
    for await (const item of items) received.push(item)
  } catch (error) {
    if (!(error instanceof TransportError)) throw error
    return { received, isBroken: true }
  }
  return { received, isBroken: false }
}
const eventsOf = (events: AsyncIterable<ParsedEvent>) => collectItems(events)

/** Transcribes over HTTP and records its calls. */
function createFallback() {
  const finish = vi.fn<PendingTranscription['finish']>(() =>
    Promise.resolve({ text: 'over HTTP', language: undefined }),
  )
  return { finish, abort: vi.fn<() => void>() }
}

const frame = (loudness: number): Frame => ({
  samples: Int16Array.from({ length: 640 }, (_, index) => Math.sin(index / 8) * loudness),
  level: loudness / 0x8000,
  capturedAt: 0,
})
function speak(hearing: PendingTranscription, frames: number, loudness = 9_000): void {
  for (let count = 0; count < frames; count += 1) hearing.pushFrame?.(frame(loudness))
}
/** Returns the messages after the hello. */
const saidTo = (caller: SocketCaller | undefined) =>
  (caller?.said.slice(1) ?? []).map(({ type }) => type as SocketRequest['type'])
const heardAll = (index: number, bytes: number) =>
  vi.waitFor(() => expect(server.callers[index]?.soundBytes()).toBe(bytes))
const isTold = (index: number, type: string) =>
  vi.waitFor(() => expect(saidTo(server.callers[index])).toContain(type))

describe('an utterance', () => {
  it('is transcribed over the socket with its audio', async () => {
    const fallback = createFallback()
    const hearing = createVoice().start(REQUEST, fallback)
    speak(hearing, 10)
    hearing.endAudio?.()
    const heard = hearing.finish(RECORDING)
    await heardAll(0, 10 * 1_280)
    await isTold(0, 'end')
    server.callers[0]?.answer(transcript('id-1'))
    expect(await heard).toEqual({ text: 'hello there', language: 'en' })
    expect(server.callers[0]?.said[0]).toMatchObject({ type: 'hello', version: 1, sessionId: 'ann' })
    expect(saidTo(server.callers[0])).toEqual(['turn', 'end'])
    expect(fallback.finish).not.toHaveBeenCalled()
  })

  it('shows its words while they are spoken, and its transcript after them', async () => {
    const shown: InterimWords[] = []
    const onInterim = (words: InterimWords) => void shown.push(words)
    const hearing = createVoice({ interimWords: () => true }).start(
      { ...REQUEST, onInterim },
      createFallback(),
    )
    speak(hearing, 5)
    await heardAll(0, 5 * 1_280)
    const [caller] = server.callers
    expect(caller?.said[1]).toMatchObject({ type: 'turn', liveWords: true })
    caller?.answer({ type: 'words', turnId: 'id-1', text: '', tail: 'hello tear' })
    caller?.answer({ type: 'words', turnId: 'id-1', text: 'hello', tail: ' there' })
    await vi.waitFor(() => expect(shown).toHaveLength(2))
    expect(shown.map(({ text, tail }) => text + tail)).toEqual(['hello tear', 'hello there'])
    const heard = hearing.finish(RECORDING)
    await isTold(0, 'end')
    caller?.answer(transcript('id-1'))
    expect(await heard).toMatchObject({ text: 'hello there' })
    // Late words change nothing.
    caller?.answer({ type: 'words', turnId: 'id-1', text: 'other', tail: '' })
    caller?.answer({ type: 'turn-ended', turnId: 'id-1' })
    expect(shown).toHaveLength(2)
  })

  it('is transcribed over HTTP if no socket opens, and then at once', async () => {
    const openSocket = vi.fn<OpenSocket>(() => {
      throw new Error('not allowed')
    })
    const voice = createVoice({ openSocket })
    for (let time = 0; time < 2; time += 1) {
      const fallback = createFallback()
      const hearing = voice.start(REQUEST, fallback)
      expect(await hearing.finish(RECORDING)).toMatchObject({ text: 'over HTTP' })
    }
    expect(openSocket).toHaveBeenCalledTimes(1)
  })

  it('continues on a new socket after a disconnect', async () => {
    const hearing = createVoice().start(REQUEST, createFallback())
    speak(hearing, 10)
    await heardAll(0, 12_800)
    server.callers[0]?.cut()
    await isTold(1, 'resume')
    speak(hearing, 5)
    server.callers[1]?.answer({ type: 'resumed', turnId: 'id-1', audioBytes: 8_000 })
    await heardAll(1, 15 * 1_280 - 8_000)
    hearing.endAudio?.()
    await isTold(1, 'end')
    server.callers[1]?.answer(transcript('id-1'))
    expect(await hearing.finish(RECORDING)).toMatchObject({ text: 'hello there' })
  })

  it.each([
    ['TOO_LARGE', 'over HTTP'],
    ['NOT_FOUND', 'over HTTP'],
    ['ALLOWANCE_EXHAUSTED', 'over HTTP'],
  ] as const)('that fails with %s is transcribed over HTTP', async (error, text) => {
    const hearing = createVoice().start(REQUEST, createFallback())
    speak(hearing, 1)
    await isTold(0, 'turn')
    server.callers[0]?.answer({ type: 'turn-failed', turnId: 'id-1', error, message: '', retryable: false })
    expect(await hearing.finish(RECORDING)).toMatchObject({ text })
  })

  it('that no engine can transcribe fails as over HTTP', async () => {
    const fallback = createFallback()
    const hearing = createVoice().start(REQUEST, fallback)
    await isTold(0, 'turn')
    const error = 'PROVIDER_TIMEOUT'
    server.callers[0]?.answer({ type: 'turn-failed', turnId: 'id-1', error, message: '', retryable: true })
    await expect(hearing.finish(RECORDING)).rejects.toEqual(new TranscriptionError('timed-out'))
    expect(fallback.finish).not.toHaveBeenCalled()
  })

  it("includes the user's own keys, if there are any", async () => {
    const voice = createVoice({ ownKeys: () => ({ openai: 'sk-own-of-ann' }) })
    voice.start(REQUEST, createFallback())
    createVoice().start(REQUEST, createFallback())
    await isTold(0, 'turn')
    await isTold(1, 'turn')
    const turns = server.callers.map(({ said }) => said.find(({ type }) => type === 'turn'))
    expect(turns).toContainEqual(expect.objectContaining({ ownKeys: { openai: 'sk-own-of-ann' } }))
    expect(turns).toContainEqual(expect.not.objectContaining({ ownKeys: expect.anything() }))
  })

  it('resends what a drop lost in a few large messages, for any length', async () => {
    const hearing = createVoice().start(REQUEST, createFallback())
    speak(hearing, 1_000)
    await heardAll(0, 1_000 * 1_280)
    server.callers[0]?.cut()
    await isTold(1, 'resume')
    server.callers[1]?.answer({ type: 'resumed', turnId: 'id-1', audioBytes: 0 })
    await heardAll(1, 1_000 * 1_280)
    expect(server.callers[1]?.soundFrames()).toBe(40)
  })

  it('reports its pauses, and speech after them', async () => {
    const hearing = createVoice().start(REQUEST, createFallback())
    await isTold(0, 'turn')
    speak(hearing, 10, 3)
    speak(hearing, 20)
    speak(hearing, 10, 3)
    speak(hearing, 20)
    await heardAll(0, 60 * 1_280)
    expect(saidTo(server.callers[0])).toEqual(['turn', 'continue', 'pause', 'continue'])
  })
})

async function hearUtterance(voice: Voice, text = 'hello there'): Promise<SocketCaller> {
  const hearing = voice.start(REQUEST, createFallback())
  speak(hearing, 5)
  hearing.endAudio?.()
  await isTold(0, 'end')
  const [caller] = server.callers
  if (!caller) throw new Error('nobody called')
  caller.answer(transcript('id-1', text))
  await hearing.finish(RECORDING)
  return caller
}

describe('a reply', () => {
  it('is already running if the question equals the spoken words, and is read once', async () => {
    const voice = createVoice()
    const caller = await hearUtterance(voice)
    expect(voice.askOverSocket(ASKED)).toBe('id-2')
    await isTold(0, 'ask')
    const reply = voice.reply('id-2')
    expect(voice.socket.hasReply(orderOf('id-2'))).toBe(false)
    expect(await voice.reply('id-2')).toEqual({ received: [], isBroken: true })
    const events = [
      { id: 1, event: { type: 'chunk', content: 'Hi' } },
      { id: 2, event: { type: 'error', error: 'PROVIDER_ERROR', message: '', retryable: false } },
    ] as const
    for (const event of events) caller.answer({ type: 'reply', turnId: 'id-1', ...event })
    expect(await reply).toEqual({ received: events, isBroken: false })
  })

  it('for words transcribed elsewhere uses the open socket, with its voice', async () => {
    const voice = createVoice()
    expect(voice.askOverSocket(ASKED)).toBeUndefined()
    voice.open()
    await vi.waitFor(() => expect(server.callers[0]?.said).toHaveLength(1))
    const messages = ASKED.messages.map((message) => ({ ...message, id: 'm1' }))
    const question = { ...ASKED, messages }
    let replyId: string | undefined
    await vi.waitFor(() => {
      replyId = voice.askOverSocket(question)
      expect(replyId).toBeDefined()
    })
    await isTold(0, 'turn')
    expect(server.callers[0]?.said.at(-1)).toMatchObject({
      words: { text: 'hello there', messageId: 'm1' },
      question: { replyId, messages: [], speech: SPEECH },
    })
    const reply = voice.reply(replyId ?? '')
    server.callers[0]?.answer({
      type: 'reply',
      turnId: 'id-1',
      id: 1,
      event: { type: 'chunk', content: 'Hi.' },
    })
    server.callers[0]?.cut()
    expect(await reply).toEqual({
      received: [{ id: 1, event: { type: 'chunk', content: 'Hi.' } }],
      isBroken: true,
    })
    expect(voice.askOverSocket(ASKED)).toBeUndefined()
  })

  it('that is not spoken uses HTTP', async () => {
    const voice = createVoice({ speech: () => undefined })
    const caller = await hearUtterance(voice)
    expect(voice.askOverSocket({ ...ASKED, conversationId: 'conv-2' })).toBeUndefined()
    expect(saidTo(caller)).not.toContain('ask')
  })

  it.each([
    ['other words', { messages: [{ role: 'user' as const, content: 'hello you' }] }],
    ['another conversation', { conversationId: 'conv-2' }],
    ['other wishes', { tutorLevel: 'expert' as const }],
  ])('to %s is discarded, and the question is asked again', async (_, more) => {
    const voice = createVoice()
    const caller = await hearUtterance(voice)
    expect(voice.askOverSocket({ ...ASKED, ...more })).toBe('id-4')
    await isTold(0, 'cancel')
    await vi.waitFor(() => expect(saidTo(caller)).toEqual(['turn', 'end', 'cancel', 'turn']))
    expect(saidTo(caller)).not.toContain('ask')
  })

  it('is spoken by the socket, segment by segment', async () => {
    const voice = createVoice()
    const caller = await hearUtterance(voice)
    voice.askOverSocket(ASKED)
    const first = voice.say('Hi.')
    const second = voice.say('How are you?')
    const third = voice.say('Well?')
    void third.catch(() => undefined)
    caller.answer({ type: 'speech-started', turnId: 'id-1', piece: 0, text: 'Hi.', start: 0, end: 3 })
    caller.sound(new Uint8Array([1, 2, 3]))
    caller.answer({ type: 'speech-ended', turnId: 'id-1', piece: 0 })
    caller.answer({
      type: 'speech-started',
      turnId: 'id-1',
      piece: 1,
      text: 'How are you?',
      start: 4,
      end: 9,
    })
    caller.sound(new Uint8Array([4]))
    expect(await collectItems(await first)).toEqual({
      received: [new Uint8Array([1, 2, 3])],
      isBroken: false,
    })

    caller.cut()
    expect(await collectItems(await second)).toEqual({ received: [new Uint8Array([4])], isBroken: true })
    await expect(third).rejects.toThrow(TransportError)
  })

  it('that is silenced is so by one message, however many segments it has', async () => {
    const voice = createVoice()
    const caller = await hearUtterance(voice)
    voice.askOverSocket(ASKED)
    const silenced = new AbortController()
    for (let piece = 0; piece < 500; piece += 1)
      voice.say(`${piece}.`, silenced.signal).catch(() => undefined)
    silenced.abort()
    voice.interrupted('none', '')
    await isTold(0, 'interrupt')
    expect(saidTo(caller).filter((type) => type === 'hush')).toHaveLength(1)
  })

  it('that is split differently here is spoken over HTTP', async () => {
    const voice = createVoice()
    const caller = await hearUtterance(voice)
    voice.askOverSocket(ASKED)
    const said = voice.say('Hi there.')
    caller.answer({ type: 'speech-started', turnId: 'id-1', piece: 0, text: 'Hi.', start: 0, end: 3 })
    await expect(said).rejects.toThrow(TransportError)
  })

  it('that was interrupted is reported to the server and with the next question', async () => {
    const voice = createVoice()
    await hearUtterance(voice)
    voice.askOverSocket(ASKED)
    voice.interrupted('id-2', 'Hi')
    await isTold(0, 'interrupt')
    voice.start(REQUEST, createFallback())
    await vi.waitFor(() =>
      expect(saidTo(server.callers[0]).filter((type) => type === 'turn')).toHaveLength(2),
    )
    expect(server.callers[0]?.said.at(-1)).toMatchObject({
      question: { voice: { interruptedAfter: 'Hi' } },
    })
  })
})

describe('a disconnected socket', () => {
  const CUTS: Readonly<Record<string, (server: FakeSocketServer) => Promise<void>>> = {
    'and reconnects without the turn': async ({ callers }) => {
      callers[0]?.cut()
      // No further socket is opened if nothing is left to transcribe.
      await vi
        .waitFor(() => expect(callers[1]?.said.at(-1)).toMatchObject({ type: 'resume' }), { timeout: 200 })
        .catch(() => undefined)
      const failure = { type: 'turn-failed', turnId: 'id-1', error: 'NOT_FOUND', message: '' } as const
      callers[1]?.answer({ ...failure, retryable: false })
    },
    'and does not reconnect': async ({ callers }) => callers[0]?.close(4_429),
    'by a failed server': async (gone) => await gone.close(),
  }

  describe.each(Object.entries(CUTS))('%s', (_, cut) => {
    it.each([0, 5])('after %i spoken frames loses no word', async (frames) => {
      const hearing = createVoice().start(REQUEST, createFallback())
      await isTold(0, 'turn')
      speak(hearing, frames)
      await cut(server)
      speak(hearing, 5)
      hearing.endAudio?.()
      expect(await hearing.finish(RECORDING)).toMatchObject({ text: 'over HTTP' })
    })

    it('during transcription loses no word', async () => {
      const hearing = createVoice().start(REQUEST, createFallback())
      speak(hearing, 5)
      hearing.endAudio?.()
      const heard = hearing.finish(RECORDING)
      await isTold(0, 'end')
      await cut(server)
      expect(await heard).toMatchObject({ text: 'over HTTP' })
    })

    it('before the question leaves it to HTTP', async () => {
      const voice = createVoice()
      await hearUtterance(voice)
      await cut(server)
      await vi.waitFor(() => expect(voice.askOverSocket(ASKED)).toBeUndefined())
    })

    it('during the reply ends its text and voice, so that HTTP takes over', async () => {
      const voice = createVoice()
      await hearUtterance(voice)
      voice.askOverSocket(ASKED)
      const reply = voice.reply('id-2')
      const said = voice.say('Hi there.')
      void said.catch(() => undefined)
      await cut(server)
      expect(await reply).toEqual({ received: [], isBroken: true })
      await expect(said).rejects.toThrow(TransportError)
    })
  })
})

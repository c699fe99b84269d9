import { afterEach, describe, expect, it, vi } from 'vitest'
import { ProviderFailure } from '../server/src/providers/failure.ts'
import type {
  LiveModel,
  LiveModelEvent,
  LiveModelRequest,
  LiveModelSession,
} from '../server/src/providers/speech/live-models/live-model.ts'
import type { LiveModelScript, LiveModelService } from './live-model/index.ts'

export interface LiveModelSubject {
  /** a fake service, and the provider that uses it */
  readonly create: (timeoutMs: number) => Promise<{
    readonly model: LiveModel
    readonly service: LiveModelService
  }>
  /** whether a typed message and a tool call are possible; default: they are */
  readonly hasNoTools?: boolean
}

const FRAME_BYTES = 1_280
const silence = new Uint8Array(FRAME_BYTES)
const tone = new Uint8Array(
  Int16Array.from({ length: FRAME_BYTES / 2 }, (_, index) => Math.round(9_000 * Math.sin(index / 8))).buffer,
)

/** Speaks for a second, and is silent for one. */
function speakTo(session: LiveModelSession): void {
  for (let frame = 0; frame < 25; frame += 1) session.pushAudio(tone)
  for (let frame = 0; frame < 25; frame += 1) session.pushAudio(silence)
}

export const LIVE_MODEL_REQUEST: LiveModelRequest = {
  instructions: 'You are a tutor in Zürich.',
  voice: '',
  language: 'en-GB',
  history: [
    { role: 'user', text: 'What is a prime?' },
    { role: 'assistant', text: 'A number with two divisors.' },
  ],
  tools: [
    {
      name: 'calculate',
      description: 'Calculates.',
      parameters: { type: 'object', properties: { expression: { type: 'string' } } },
    },
  ],
  caller: 'c1',
}

/** Reads a session, and remembers what it emitted. */
function follow(session: LiveModelSession) {
  const events: LiveModelEvent[] = []
  const wakes = new Set<() => void>()
  let failure: unknown
  const ended = (async () => {
    try {
      for await (const event of session.events) {
        events.push(event)
        for (const wake of wakes) wake()
      }
    } catch (error) {
      failure = error
    }
  })()
  const ofType = <T extends LiveModelEvent['type']>(type: T) =>
    events.filter((event): event is Extract<LiveModelEvent, { type: T }> => event.type === type)
  return {
    events,
    ofType,
    get failure() {
      return failure
    },
    /** the words of the replies */
    get words() {
      return ofType('words')
        .map(({ text }) => text)
        .join('')
    },
    /** duration of the audio of the replies, in ms */
    get audioMs() {
      return ofType('audio').reduce((sum, { pcm }) => sum + pcm.length, 0) / 48
    },
    get heard() {
      return ofType('user-words')
        .map(({ final }) => final)
        .join('')
        .trim()
    },
    ended,
    /** resolves with the n-th event of that type */
    until: (type: LiveModelEvent['type'], times = 1) =>
      new Promise<void>((resolve) => {
        const look = () => {
          if (ofType(type).length < times) return
          wakes.delete(look)
          resolve()
        }
        wakes.add(look)
        look()
      }),
  }
}

/** The domain requests responses of models that do not take turns. */
async function answered(session: LiveModelSession, model: LiveModel, reading: ReturnType<typeof follow>) {
  speakTo(session)
  await reading.until('turn-ended')
  if (model.turns === 'requested') session.respond()
  await reading.until('response-ended')
}

/** Tests of every live model. */
export function describeLiveModel(name: string, subject: LiveModelSubject): void {
  describe(`${name}, as a live model`, () => {
    const closing: (() => Promise<void>)[] = []
    afterEach(async () => {
      for (const close of closing.splice(0).toReversed()) await close()
    })

    async function open(
      script: LiveModelScript = {},
      { signal = new AbortController().signal, timeoutMs = 5_000, more = {} } = {},
    ) {
      const { model, service } = await subject.create(timeoutMs)
      closing.push(() => service.close())
      service.script(script)
      const request = { ...LIVE_MODEL_REQUEST, voice: model.voices[0]?.id ?? '', ...more }
      const session = model.open(request, signal)
      const reading = follow(session)
      closing.push(async () => {
        session.close()
        await reading.ended
      })
      return { model, service, session, reading, request }
    }

    it('hears a turn and speaks its reply', async () => {
      const { model, session, reading } = await open({
        heard: ['good morning to you'],
        replies: [{ text: 'Good morning, Ann.' }],
      })
      await answered(session, model, reading)
      await reading.until('user-words-ended')
      expect(reading.events[0]).toEqual({ type: 'started' })
      expect(reading.heard).toBe('good morning to you')
      expect(reading.words.trim()).toBe('Good morning, Ann.')
      expect(reading.audioMs).toBe(750)
      expect(reading.ofType('response-ended')).toEqual([{ type: 'response-ended', reason: 'stop' }])
      const [{ itemId } = { itemId: '' }] = reading.ofType('turn-ended')
      for (const words of reading.ofType('user-words')) expect(words.itemId).toBe(itemId)
    })

    it('reports what the vendor bills', async () => {
      const { model, session, reading } = await open()
      await answered(session, model, reading)
      await reading.until('usage')
      const billed = reading
        .ofType('usage')
        .flatMap(({ usage }) => (usage.by === 'tokens' ? Object.values(usage.tokens) : usage.seconds))
      for (const amount of billed) expect(amount).toBeGreaterThanOrEqual(0)
      expect(Math.max(...billed)).toBeGreaterThan(0)
    })

    it('sends its key, the prompt, the history, the language and the tools', async () => {
      const { session, reading, service } = await open()
      await reading.until('started')
      session.pushAudio(silence)
      await vi.waitFor(() => expect(service.connections[0]?.audioSeconds).toBeGreaterThan(0))
      const [connection] = service.connections
      const sent = JSON.stringify(connection?.messages)
      const tools = subject.hasNoTools === true ? [] : ['calculate']
      for (const text of ['tutor in Zürich', 'What is a prime?', 'two divisors', ...tools])
        expect(sent).toContain(text)
    })

    it('answers a typed message aloud', async () => {
      const { session, reading, service } = await open({ replies: [{ text: 'Of course I can.' }] })
      session.say('Can you read this?')
      await reading.until('response-ended')
      expect(reading.words.trim()).toBe('Of course I can.')
      expect(reading.audioMs).toBe(1_000)
      expect(JSON.stringify(service.connections[0]?.messages)).toContain('Can you read this?')
    })

    it('stops a reply, and can answer again', async () => {
      const { session, reading, service } = await open({
        replies: [{ text: 'one two three four', holdAfterWords: 2 }, { text: 'again' }],
      })
      session.say('Count.')
      await reading.until('audio', 2)
      session.cancel()
      session.truncate(300)
      service.connections[0]?.release()
      session.say('And now?')
      await vi.waitFor(() => expect(reading.words).toContain('again'))
      await reading.until('response-ended', 1)
      expect(reading.words).not.toContain('three')
      expect(reading.audioMs).toBe(750)
    })

    it('ignores messages that it does not know', async () => {
      const { model, session, reading } = await open({
        heard: ['good morning'],
        replies: [{ text: 'Good morning.' }],
        fault: { atMessage: 1, does: 'garbage' },
      })
      await answered(session, model, reading)
      await reading.until('user-words-ended')
      expect(reading.words.trim()).toBe('Good morning.')
      expect(reading.heard).toBe('good morning')
    })

    it('completes a turn that the vendor could not transcribe', async () => {
      const { model, session, reading } = await open({ heard: [undefined] })
      await answered(session, model, reading)
      await reading.until('user-words-ended')
      expect(reading.heard).toBe('')
    })

    it.each(['cut', 'close', 'error'] as const)('fails, and ends, at every message: %s', async (does) => {
      const script = { heard: ['good morning'], replies: [{ text: 'Good morning.' }] }
      const whole = await open(script)
      await answered(whole.session, whole.model, whole.reading)
      const messages = whole.service.connections[0]?.sent ?? 0
      expect(messages).toBeGreaterThan(4)
      for (let atMessage = 1; atMessage <= messages; atMessage += 1) {
        const { model, session, reading, service } = await open({ ...script, fault: { atMessage, does } })
        speakTo(session)
        await Promise.race([reading.until('turn-ended'), reading.ended])
        if (model.turns === 'requested') session.respond()
        await reading.ended
        expect(reading.failure, `at message ${atMessage}`).toBeInstanceOf(ProviderFailure)
        expect(String(reading.failure)).not.toContain('Zürich')
        await service.connections[0]?.closed
        // No exception after the end.
        for (const act of [() => speakTo(session), () => session.say('x'), () => session.respond()]) act()
        session.cancel()
        session.truncate(10)
        session.close()
      }
    })

    it.each([
      [401, 'unauthorized'],
      [429, 'rate-limited'],
      [500, 'unavailable'],
      [404, 'refused'],
    ] as const)('fails when the service refuses it with %i', async (refusal, kind) => {
      const { reading } = await open({ refusal })
      await reading.ended
      expect(reading.failure).toMatchObject({ kind, status: refusal })
    })

    it('fails at the time limit of the connection', async () => {
      const { reading } = await open({ hangs: true }, { timeoutMs: 200 })
      await reading.ended
      expect(reading.failure).toMatchObject({ kind: 'timeout' })
    })

    it('announces that the vendor ends the session', async () => {
      const { reading, service } = await open()
      await reading.until('started')
      service.connections[0]?.expire()
      await reading.until('expiring')
    })

    it('ends without a failure, and leaves no connection, when it is closed or aborted', async () => {
      const abort = new AbortController()
      for (const end of ['close', 'abort'] as const) {
        const { session, reading, service } = await open({}, { signal: abort.signal })
        await reading.until('started')
        if (end === 'close') session.close()
        else abort.abort()
        await reading.ended
        expect(reading.failure).toBeUndefined()
        await service.connections[0]?.closed
      }
      const { reading } = await open({}, { signal: AbortSignal.abort() })
      await reading.ended
      expect(reading.events).toEqual([])
    })

    it.skipIf(subject.hasNoTools)('calls a tool, and continues with its result', async () => {
      const { session, reading, service } = await open({
        replies: [
          { text: 'Let me see.', call: { name: 'calculate', arguments: '{"expression":"6*7"}' } },
          { text: 'It is 42.' },
        ],
      })
      session.say('What is six times seven?')
      await reading.until('tool-call')
      const [call] = reading.ofType('tool-call')
      expect(call).toMatchObject({ name: 'calculate', arguments: '{"expression":"6*7"}' })
      session.answerToolCall(call?.callId ?? '', 'The result is 42')
      await vi.waitFor(() => expect(reading.words).toContain('It is 42.'))
      await reading.until('response-ended')
      expect(JSON.stringify(service.connections[0]?.messages)).toContain('The result is 42')
    })
  })
}

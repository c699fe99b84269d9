import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { SocketAnswer } from '@vee/contract/socket/messages'
import type { Detection, Detector } from '@vee/contract/audio/detector'
import {
  type FakeSocketServer,
  type SocketCaller,
  startFakeSocketServer,
} from '../../../../fakes/socket-server.ts'
import { CAPTURE_SAMPLE_RATE, FRAME_SAMPLES, type Frame } from '../capture/frames.ts'
import { systemClock } from '../speak/clock.ts'
import { openSocketHere } from '../transport/socket/open-socket.ts'
import { SocketTransport } from '../transport/socket/socket-transport.ts'
import { Captioner } from './captions.ts'
import type { InterimWords } from './transcriber.ts'

/** A busy machine is slow. */
const WAITS = { timeout: 5_000 }

let server: FakeSocketServer
beforeEach(async () => {
  server = await startFakeSocketServer()
})
afterEach(() => server.close())

/** Detects speech in every frame whose first sample is not 0. */
function listenForSound(): Detector {
  let isSpeech = false
  return {
    push(samples) {
      if ((samples[0] !== 0) === isSpeech) return []
      isSpeech = !isSpeech
      const type: Detection['type'] = isSpeech ? 'speech-start' : 'speech-end'
      return [{ type, at: 0 }]
    },
    reset: () => (isSpeech = false),
  }
}

function openCaptioner() {
  let count = 0
  let offset = 0
  const shown = new Map<number, InterimWords>()
  const room = { isShown: true, now: 0 }
  const socket = new SocketTransport({
    address: server.address,
    hello: () => ({ sessionId: 'ann' }),
    prompt: () => '',
    question: () => undefined,
    speech: () => undefined,
    commands: () => ({ languages: [], agents: [], wakeWords: [] }),
    interimWords: () => true,
    captionsOnly: true,
    ownKeys: () => ({}),
    createId: () => `turn-${++count}`,
    clock: systemClock,
    openSocket: openSocketHere,
  })
  socket.open()
  const captioner = new Captioner({
    detector: listenForSound(),
    transcribe: (onInterim) => socket.transcribe({ language: 'en', isStreaming: true, onInterim }),
    isShown: () => room.isShown,
    onWords: (utterance, words) => shown.set(utterance, words),
    now: () => room.now,
  })
  const feed = (seconds: number, value: number) => {
    const frames = Math.round((seconds * CAPTURE_SAMPLE_RATE) / FRAME_SAMPLES)
    for (let index = 0; index < frames; index += 1) {
      const frame: Frame = {
        samples: new Int16Array(FRAME_SAMPLES).fill(value),
        level: 0,
        capturedAt: offset,
      }
      offset += FRAME_SAMPLES
      captioner.pushFrame(frame)
    }
  }
  return {
    captioner,
    room,
    shown,
    speak: (seconds: number) => feed(seconds, 1),
    pause: (seconds: number) => feed(seconds, 0),
  }
}

async function openedCaller(): Promise<SocketCaller> {
  const caller = await vi.waitFor(() => {
    const [first] = server.callers
    expect(first?.said).toHaveLength(1)
    return first as SocketCaller
  })
  return caller
}

/** Resolves when the server received that many messages of the type. */
const untilReceived = (caller: SocketCaller, type: string, count: number) =>
  vi.waitFor(() => expect(typesOf(caller).filter((sent) => sent === type)).toHaveLength(count), WAITS)
const typesOf = ({ said }: SocketCaller) => said.map((message) => message.type)
const secondsOf = (caller: SocketCaller) => caller.soundBytes() / 2 / CAPTURE_SAMPLE_RATE
const words = (turnId: string, text: string, tail: string): SocketAnswer => ({
  type: 'words',
  turnId,
  text,
  tail,
})
const transcript = (turnId: string, text: string): SocketAnswer => ({
  type: 'transcript',
  turnId,
  text,
  language: 'en',
  durationSeconds: 1,
  provider: 'openai',
  costUsd: 0,
  isNoSpeech: text === '',
})
const failure = (turnId: string, error: 'STT_UNAVAILABLE' | 'PROVIDER_ERROR'): SocketAnswer => ({
  type: 'turn-failed',
  turnId,
  error,
  message: '',
  retryable: false,
})
const shows = (shown: ReadonlyMap<number, InterimWords>, utterance: number, expected: object) =>
  vi.waitFor(() => expect(shown.get(utterance)).toMatchObject(expected), WAITS)

describe('captions', () => {
  it('are transcribed one utterance after another, without the silence between', async () => {
    const { speak, pause, shown } = openCaptioner()
    const caller = await openedCaller()
    pause(10)
    speak(2)
    await untilReceived(caller, 'turn', 1)
    expect(caller.said[1]).toMatchObject({ captionsOnly: true, language: 'en' })
    expect(caller.said[1]).not.toHaveProperty('question')
    caller.answer(words('turn-1', 'We buy', ' a bo'))
    await shows(shown, 1, { text: 'We buy', tail: ' a bo' })
    pause(10)
    await untilReceived(caller, 'end', 1)
    // Pre-roll, speech and the pause that ends it.
    expect(secondsOf(caller)).toBeCloseTo(0.5 + 2 + 0.8, 1)
    speak(1)
    await untilReceived(caller, 'turn', 2)
    caller.answer(words('turn-2', '', 'Yes'))
    await shows(shown, 2, { text: '', tail: 'Yes' })
    caller.answer(transcript('turn-1', 'We buy a boat.'))
    await shows(shown, 1, { text: 'We buy a boat.', tail: '' })
    expect(shown.get(2)).toMatchObject({ tail: 'Yes' })
  })

  it('continue in further turns before one is too long, without a gap', async () => {
    const { speak } = openCaptioner()
    const caller = await openedCaller()
    speak(240)
    await untilReceived(caller, 'turn', 3)
    await untilReceived(caller, 'end', 2)
    await vi.waitFor(() => expect(secondsOf(caller)).toBeGreaterThan(239.9), WAITS)
    expect(secondsOf(caller)).toBeLessThanOrEqual(240)
    expect(typesOf(caller)).not.toContain('cancel')
  })

  it('end a long utterance between two words', async () => {
    const { speak, pause } = openCaptioner()
    const caller = await openedCaller()
    speak(31)
    pause(0.1)
    await untilReceived(caller, 'end', 1)
    speak(1)
    await untilReceived(caller, 'turn', 2)
  })

  it('stream nothing while they are not shown, and keep the words so far', async () => {
    const { speak, room, shown } = openCaptioner()
    const caller = await openedCaller()
    room.isShown = false
    speak(5)
    room.isShown = true
    speak(1)
    await untilReceived(caller, 'turn', 1)
    expect(secondsOf(caller)).toBeLessThanOrEqual(1)
    caller.answer(words('turn-1', 'We', ' buy'))
    await shows(shown, 1, { text: 'We', tail: ' buy' })
    room.isShown = false
    speak(5)
    await untilReceived(caller, 'cancel', 1)
    expect(shown.get(1)).toMatchObject({ text: 'We buy', tail: '' })
    expect(secondsOf(caller)).toBeLessThanOrEqual(1)
  })

  it('complete the utterance before a gap', async () => {
    const { speak, captioner } = openCaptioner()
    const caller = await openedCaller()
    speak(1)
    captioner.settle()
    await untilReceived(caller, 'end', 1)
    speak(1)
    await untilReceived(caller, 'turn', 2)
  })

  it('keep their words when the stream breaks, and go on after a rest', async () => {
    const { speak, pause, room, shown } = openCaptioner()
    const caller = await openedCaller()
    speak(1)
    await untilReceived(caller, 'turn', 1)
    caller.answer(words('turn-1', 'We', ' buy'))
    caller.answer(failure('turn-1', 'PROVIDER_ERROR'))
    await shows(shown, 1, { text: 'We', tail: ' buy' })
    pause(2)
    await shows(shown, 1, { text: 'We buy', tail: '' })
    speak(2)
    pause(2)
    expect(typesOf(caller).filter((type) => type === 'turn')).toHaveLength(1)
    room.now = 2_500
    speak(1)
    await untilReceived(caller, 'turn', 2)
  })

  it('end for good where no engine streams', async () => {
    const { speak, pause, room, shown } = openCaptioner()
    const caller = await openedCaller()
    speak(1)
    await untilReceived(caller, 'turn', 1)
    caller.answer(failure('turn-1', 'STT_UNAVAILABLE'))
    pause(2)
    await shows(shown, 1, { text: '', tail: '' })
    room.now = 600_000
    speak(5)
    pause(5)
    expect(typesOf(caller).filter((type) => type === 'turn')).toHaveLength(1)
  })

  it('drop what is still awaited when they are closed', async () => {
    const { speak, captioner, shown } = openCaptioner()
    const caller = await openedCaller()
    speak(1)
    await untilReceived(caller, 'turn', 1)
    captioner.close()
    await untilReceived(caller, 'cancel', 1)
    speak(5)
    expect(typesOf(caller).filter((type) => type === 'turn')).toHaveLength(1)
    expect(shown.size).toBe(0)
  })
})

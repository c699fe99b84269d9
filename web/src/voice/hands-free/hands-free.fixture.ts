import { FRAME_MS, FRAME_SAMPLES, type Frame } from '../capture/frames.ts'
import type { MicrophoneError } from '../capture/microphone-error.ts'
import type { OpenMicrophone } from '../capture/microphone.ts'
import type { Detection } from '../detect/detector.ts'
import type { TurnSeat } from '../session/hands-free-port.ts'
import type { Listening } from '../session/listening.ts'
import { READY } from '../session/voice-machine.ts'
import type { VoiceState } from '../session/voice-state.ts'
import type { Clock } from '../speak/clock.ts'
import { FakeClock } from '../speak/clock.fixture.ts'
import { createHandsFree } from './hands-free.ts'

const FRAME: Frame = { samples: new Int16Array(FRAME_SAMPLES).fill(3_000), level: 0.1 }

/** A microphone whose frames come when the test says so, and a detector that finds what the test says. */
export function world({
  words = 'What is a token bucket?',
  isFullDuplex = false,
  /** timers fire so much too soon, ms */
  early = 0,
  listens = (): Promise<string> => Promise.resolve(words),
} = {}) {
  const time = new FakeClock()
  const clock: Clock = {
    now: () => time.now(),
    after: (delay, call) => time.after(delay - early, call),
  }
  let turn: VoiceState = READY
  const voice = { isDucked: false, isHeld: false }
  const silence = () => Object.assign(voice, { isDucked: false, isHeld: false })
  const shown: Listening[] = []
  const calls: string[] = []
  const segments = new Map<string, OpenMicrophone>()
  let follow: ((frame: Frame) => void) | undefined
  let lose: (() => void) | undefined
  let found: Detection[] = []
  let isSpeech = false
  let open = 0
  const failures: MicrophoneError[] = []
  let ids = 0
  const seat: TurnSeat = {
    beginSegment(id, segment, known) {
      segments.set(id, segment)
      calls.push(`begin ${known ?? '?'}`)
    },
    endSegment: () => void calls.push('end'),
    dropSegment: () => void calls.push('drop'),
    finishTurn: (sends) => void calls.push(sends ? 'send' : 'review'),
    interrupt() {
      calls.push('interrupt')
      silence()
    },
    duck: (isDucked) => void (voice.isDucked = isDucked),
    hold: (isHeld) => void (voice.isHeld = isHeld),
    fail: (reason) => void calls.push(`fail ${reason}`),
    show: (listening) => void shown.push(listening),
    playbackLevel: () => 0,
    state: () => turn,
  }
  const handsFree = createHandsFree(seat, {
    microphone: {
      permission: () => Promise.resolve('granted'),
      async open(onLost) {
        lose = onLost
        const failure = failures.shift()
        if (failure) throw failure
        await settled()
        open += 1
        return {
          begin: () => undefined,
          follow(listener) {
            follow = listener
            return () => undefined
          },
          level: () => 0.1,
          finish: () => Promise.reject(new Error('never closed by finishing')),
          close: () => void (open -= 1),
        }
      },
    },
    createDetector: () => ({
      push() {
        const now = found
        found = []
        for (const { type } of now) isSpeech = type === 'speech-start'
        return now
      },
      reset: () => void (isSpeech = false),
    }),
    transcriber: {
      start: () => ({
        finish: async () => ({ text: await listens(), language: undefined }),
        abort: () => undefined,
      }),
    },
    rules: () => ({
      autoSend: true,
      smartEnd: true,
      pauseTimeoutMs: 6_500,
      silenceSendDelayMs: 2_500,
      commandTimeoutMs: 4_000,
      commandPauseMs: 1_500,
      vadSilenceMs: 3_000,
      maxSegmentMs: 28_000,
    }),
    duplex: () => ({ listensDuringResponse: isFullDuplex, usesHeadphones: isFullDuplex }),
    language: () => 'en-US',
    wakeWords: () => ['vee'],
    spotter: { works: () => false, start: () => undefined, stop: () => undefined },
    obey: () => Promise.resolve(false),
    chime: () => void calls.push('chime'),
    clock,
    createId: () => `id${(ids += 1)}`,
  })
  /** Lets so much sound come; the detector finds this in its last frame. */
  function hears(ms: number, ...detections: Detection[]): void {
    for (let at = FRAME_MS; at <= ms; at += FRAME_MS) {
      time.advance(FRAME_MS)
      if (at + FRAME_MS > ms) found = detections
      follow?.(FRAME)
    }
  }

  return {
    handsFree,
    voice,
    calls,
    segments,
    failures,
    lose: () => lose?.(),
    isOpen: () => open > 0,
    kind: () => shown.at(-1)?.kind,
    hears,
    /** It is quiet: a speech that was going on ends. */
    fallsSilent: () => hears(240, ...(isSpeech ? [{ type: 'speech-end', at: time.now() } as const] : [])),
    /** The turn has come so far; a voice that is over is neither soft nor held any more. */
    turn(state: VoiceState) {
      if (state.phase !== 'speaking') silence()
      turn = state
      handsFree.onTurn(state)
    },
    passes: (ms: number) => time.advance(ms),
    now: () => time.now(),
  }
}

/** Lets what was promised come. */
export const settled = () => new Promise((resolve) => setImmediate(resolve))

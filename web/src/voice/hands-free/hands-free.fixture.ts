import { FRAME_MS, FRAME_SAMPLES, type Frame } from '../capture/frames.ts'
import type { MicrophoneError } from '../capture/microphone-error.ts'
import type { Microphone, OpenMicrophone } from '../capture/microphone.ts'
import type { Detection, Detector } from '@vee/contract/audio/detector'
import type { HandsFree, UtteranceDetails, VoiceSessionController } from '../session/hands-free-port.ts'
import type { Listening } from '../session/listening.ts'
import { READY } from '../session/voice-machine.ts'
import type { VoiceState } from '../session/voice-state.ts'
import type { Clock } from '../speak/clock.ts'
import { FakeClock } from '../speak/clock.fixture.ts'
import { createHandsFree, type HandsFreeDependencies } from './hands-free.ts'
import type { EndpointingOptions } from './endpointing.ts'
import type { SpottedWakeWord } from './wake-word-spotter.ts'

const FRAME: Frame = { samples: new Int16Array(FRAME_SAMPLES).fill(3_000), level: 0.1, capturedAt: 0 }

/** The default settings. */
const RULES: Omit<EndpointingOptions, 'duplex' | 'interruptsOverEcho' | 'statementEndMs'> = {
  autoSend: true,
  smartEnd: true,
  pauseTimeoutMs: 6_500,
  silenceSendDelayMs: 2_500,
  commandTimeoutMs: 4_000,
  commandPauseMs: 1_500,
  untranscribedCommandPauseMs: 3_000,
  maxUtteranceMs: 28_000,
}

/** Runs all resolved promises. */
export const untilSettled = () => new Promise((resolve) => setImmediate(resolve))

/** A microphone and a detector that the test controls. */
export class FakeRoom {
  readonly failures: MicrophoneError[] = []
  open = 0
  isSpeech = false
  /** level of the microphone */
  level = FRAME.level
  readonly #time: FakeClock
  #detections: Detection[] = []
  #follow: ((frame: Frame) => void) | undefined
  #lose: (() => void) | undefined

  constructor(time: FakeClock) {
    this.#time = time
  }

  readonly microphone: Microphone = {
    permission: () => Promise.resolve('granted'),
    open: async (onLost) => {
      this.#lose = onLost
      const failure = this.failures.shift()
      if (failure) throw failure
      await untilSettled()
      this.open += 1
      return {
        begin: () => undefined,
        follow: (listener) => {
          this.#follow = listener
          return () => undefined
        },
        level: () => 0.1,
        finish: () => Promise.reject(new Error('never closed by finishing')),
        close: () => void (this.open -= 1),
      }
    },
  }

  readonly detector: Detector = {
    push: () => {
      const now = this.#detections
      this.#detections = []
      for (const { type } of now) this.isSpeech = type === 'speech-start'
      return now
    },
    reset: () => void (this.isSpeech = false),
  }

  /** Delivers this much audio; the detector reports in its last frame. */
  hears(ms: number, ...detections: Detection[]): void {
    for (let index = FRAME_MS; index <= ms; index += FRAME_MS) {
      this.#time.advance(FRAME_MS)
      if (index + FRAME_MS > ms) this.#detections = detections
      this.#follow?.({ ...FRAME, level: this.level })
    }
  }

  lose(): void {
    this.#lose?.()
  }
}

/** Records the commands of listening to the session, and the state of the voice. */
class FakeController implements VoiceSessionController {
  readonly shown: Listening[] = []
  readonly calls: string[] = []
  readonly utterances = new Map<string, OpenMicrophone>()
  voice = { isDucked: false, isPaused: false }
  playback = 0
  turn: VoiceState = READY

  beginUtterance(id: string, openMicrophone: OpenMicrophone, details?: UtteranceDetails): void {
    this.utterances.set(id, openMicrophone)
    this.calls.push(`begin ${details?.words ?? '?'}`)
  }

  endUtterance = () => void this.calls.push('end')
  dropUtterance = () => void this.calls.push('drop')
  storeUtterance = (id: string) => void this.calls.push(`keep ${id}`)
  discardUtterance = (id: string) => void this.calls.push(`discard ${id}`)
  offerUtterance = (_: string, words: string) => void this.calls.push(`offer ${words}`)
  showWords = () => undefined
  finishTurn = (sends: boolean) => void this.calls.push(sends ? 'send' : 'review')
  duck = (isDucked: boolean) => void (this.voice.isDucked = isDucked)
  setPaused = (isPaused: boolean) => void (this.voice.isPaused = isPaused)
  answerConsent = (callId: string, answer: string) => void this.calls.push(`${answer} to ${callId}`)
  notify = (notice: string) => void this.calls.push(notice)
  fail = (reason: string) => void this.calls.push(`fail ${reason}`)
  show = (listening: Listening) => void this.shown.push(listening)
  playbackLevel = () => this.playback
  isPlaybackMeasured = () => this.playback > 0
  state = () => this.turn

  spokenText = () => 'The ferryman rowed back every evening.'
  withdraw(): void {
    this.calls.push('withdraw')
  }
  interrupt(): void {
    this.calls.push('interrupt')
    this.silence()
  }

  silence(): void {
    this.voice = { isDucked: false, isPaused: false }
  }
}

interface WorldOptions {
  /** transcript of every recording */
  readonly words?: string
  readonly isFullDuplex?: boolean
  /** ms by which timers fire early */
  readonly early?: number
  readonly listens?: () => Promise<string>
  /** the browser has its own recognition, or this device spots words */
  readonly isSpotted?: boolean
  /** sound may leave the device before a wake word */
  readonly maySend?: boolean
  /** called with each recording that is transcribed */
  readonly onSent?: (seconds: number) => void
  /** returns whether the words were a command to the page */
  readonly executeCommand?: (text: string) => Promise<boolean>
  readonly openTurnJudge?: HandsFreeDependencies['openTurnJudge']
}

const nobodyListens: (words: string) => void = () => undefined

/** Creates hands-free listening in a room with the given session controller; `more` adds further ports. */
export function listenIn(
  room: FakeRoom,
  clock: Clock,
  controller: VoiceSessionController,
  more: Partial<HandsFreeDependencies> = {},
): HandsFree {
  let ids = 0
  return createHandsFree(controller, {
    microphone: room.microphone,
    createDetector: () => room.detector,
    transcriber: {
      start: () => ({
        finish: () => Promise.resolve({ text: '', language: undefined }),
        abort: () => undefined,
      }),
    },
    endpointing: () => RULES,
    pauses: { load: () => [], save: () => undefined },
    duplex: () => ({ listensDuringResponse: false, usesHeadphones: false }),
    language: () => 'en-US',
    wakeWords: () => ['vee', 'Tutor'],
    onWakeWord: () => undefined,
    spotter: {
      isAvailable: () => false,
      start: () => undefined,
      stop: () => undefined,
      speechEnded: () => undefined,
    },
    executeCommand: () => Promise.resolve(false),
    chime: () => undefined,
    clock,
    createId: () => `id${(ids += 1)}`,
    ...more,
  })
}

/** Creates hands-free listening in a fake world that the test controls. */
export function createWorld({
  words = 'What is a token bucket?',
  isFullDuplex = false,
  early = 0,
  listens = () => Promise.resolve(words),
  isSpotted = false,
  maySend = true,
  onSent = () => undefined,
  executeCommand = () => Promise.resolve(false),
  openTurnJudge = () => undefined,
}: WorldOptions = {}) {
  const time = new FakeClock()
  const clock: Clock = {
    now: () => time.now(),
    after: (delay, call) => time.after(delay - early, call),
  }
  const room = new FakeRoom(time)
  const controller = new FakeController()
  let spots = nobodyListens
  let spotsWord: ((spotted: SpottedWakeWord) => void) | undefined
  const handsFree = listenIn(room, clock, controller, {
    transcriber: {
      start: () => ({
        finish: async ({ durationSeconds }) => {
          onSent(durationSeconds)
          return { text: await listens(), language: undefined }
        },
        abort: () => undefined,
      }),
    },
    maySendBeforeWakeWord: () => maySend,
    duplex: () => ({ listensDuringResponse: isFullDuplex, usesHeadphones: isFullDuplex }),
    onWakeWord: (word) => void controller.calls.push(`called ${word}`),
    spotter: {
      speechEnded: () => undefined,
      isAvailable: () => isSpotted,
      start(_, onWords, onSpotted) {
        spots = onWords
        spotsWord = onSpotted
      },
      stop: () => undefined,
    },
    chime: () => void controller.calls.push('chime'),
    executeCommand,
    openTurnJudge,
  })
  return {
    handsFree,
    calls: controller.calls,
    utterances: controller.utterances,
    failures: room.failures,
    voice: () => controller.voice,
    lose: () => room.lose(),
    isOpen: () => room.open > 0,
    kind: () => controller.shown.at(-1)?.kind,
    hears: (ms: number, ...detections: Detection[]) => room.hears(ms, ...detections),
    /** The voice sounds and is echoed, with or without a person who speaks into it. */
    echoes(ms: number, isSpokenInto = false) {
      controller.playback = 0.7
      room.level = isSpokenInto ? 0.1 : 0.001
      room.hears(ms)
      controller.playback = 0
      room.level = 0.001
    },
    /** Silence: current speech ends. */
    fallsSilent: () =>
      room.hears(240, ...(room.isSpeech ? [{ type: 'speech-end', at: time.now() } as const] : [])),
    /** Sets the state of the turn; a voice that ended is neither ducked nor paused. */
    turn(state: VoiceState) {
      if (state.phase !== 'speaking') controller.silence()
      controller.turn = state
      handsFree.onTurn(state)
    },
    /** The browser's own recognition reports these words. */
    spots: (heard: string) => spots(heard),
    /** This device recognizes a word by its sound, which began so many ms ago. */
    spotsWord: (word: string, agoMs: number) => spotsWord?.({ word, agoMs }),
    /** The level of the microphone from now on. */
    levelIs: (level: number) => void (room.level = level),
    listening: () => controller.shown.at(-1),
    passes: (ms: number) => time.advance(ms),
    now: () => time.now(),
  }
}

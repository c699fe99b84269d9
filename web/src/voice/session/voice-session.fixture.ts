import type { Microphone, MicrophonePermission, OpenMicrophone } from '../capture/microphone.ts'
import { MicrophoneError, type MicrophoneFailure } from '../capture/microphone-error.ts'
import type { MeasuredRecording } from '../capture/recorder.ts'
import {
  TranscriptionError,
  type TranscriptionFailure,
  type TranscriptionRequest,
  type Transcriber,
  type Transcript,
} from '../transcription/transcriber.ts'
import { FRAME_MS, FRAME_SAMPLES, type Frame } from '../capture/frames.ts'
import { FakeClock } from '../speak/clock.fixture.ts'
import type { Aside, SpeechOutput, SpeechOutputEvent, SpokenTurn } from '../speak/speech-output.ts'
import { FakeUtterances } from './utterances.fixture.ts'
import type { TurnQuestion } from './ports.ts'
import type { VoicePorts } from './session-ports.ts'
import { FakeHandsFree } from './fake-hands-free.fixture.ts'
import type { HandsFree, VoiceSessionController } from './hands-free-port.ts'
import { createVoiceSession } from './voice-session.ts'

/** Opens and fails on command of the test; counts open microphones, as the browser's indicator does. */
class FakeMicrophone implements Microphone {
  recording: MeasuredRecording = { audio: new Blob(['sound']), durationSeconds: 2, loudestLevel: 0.2 }
  permissionState: MicrophonePermission = 'prompt'
  openCount = 0
  lose: () => void = () => undefined
  #tell: (frame: Frame) => void = () => undefined
  #settle: { resolve: (open: OpenMicrophone) => void; reject: (error: Error) => void } | undefined

  permission = () => Promise.resolve(this.permissionState)

  open(onLost: () => void) {
    this.lose = onLost
    return new Promise<OpenMicrophone>((resolve, reject) => {
      this.#settle = { resolve, reject }
    })
  }

  /** No-op without a pending request. */
  opens() {
    const settle = this.#settle
    if (!settle) return
    this.#settle = undefined
    this.openCount++
    let isOpen = true
    const close = () => {
      if (isOpen) this.openCount--
      isOpen = false
    }
    settle.resolve({
      begin: (onFrame) => void (this.#tell = onFrame ?? this.#tell),
      follow: () => () => undefined,
      level: () => (isOpen ? 0.7 : 0),
      finish: (onLast) => {
        onLast?.()
        close()
        return Promise.resolve(this.recording)
      },
      close,
    })
  }

  /** One second of speech. */
  hearsSpeech() {
    const frame = { samples: new Int16Array(FRAME_SAMPLES).fill(3_000), level: 0.2, capturedAt: 0 }
    for (let count = 0; count < 1_000 / FRAME_MS; count += 1) this.#tell(frame)
  }

  fails(reason: MicrophoneFailure) {
    this.#settle?.reject(new MicrophoneError(reason))
    this.#settle = undefined
  }
}

/** Returns the texts that the test sets, in the order of the requests. */
class FakeTranscriber implements Transcriber {
  readonly requests: TranscriptionRequest[] = []
  readonly #waiting: PromiseWithResolvers<Transcript>[] = []

  start(request: TranscriptionRequest) {
    this.requests.push(request)
    const result = Promise.withResolvers<Transcript>()
    result.promise.catch(() => undefined)
    return {
      finish: () => {
        this.#waiting.push(result)
        return result.promise
      },
      abort: () => result.reject(new TranscriptionError('cancelled')),
    }
  }

  get isAsked() {
    return this.#waiting.length > 0
  }

  hears(text: string) {
    this.#waiting.shift()?.resolve({ text, language: undefined })
  }

  fails(reason: TranscriptionFailure) {
    this.#waiting.shift()?.reject(new TranscriptionError(reason))
  }
}

/** Plays text instantly, and stops after the offset that the test sets. */
class FakeSpeechOutput implements SpeechOutput {
  playedUntil = 0
  said = ''
  isUnlocked = false
  #turnId: string | undefined
  #listener: (event: SpeechOutputEvent) => void = () => undefined

  begin({ turnId }: { turnId: string }) {
    this.#turnId = turnId
    this.said = ''
  }

  append(_turnId: string, delta: string) {
    this.said += delta
  }

  retract(_turnId: string, length: number) {
    this.said = this.said.slice(0, -length)
  }

  end() {}

  asides: Aside[] = []

  addAside(_turnId: string, aside: Aside) {
    this.asides.push(aside)
  }

  dropAside(_turnId: string, asideId: string) {
    this.asides = this.asides.filter(({ id }) => id !== asideId)
  }

  stop() {
    const turnId = this.#turnId
    this.#turnId = undefined
    if (turnId) this.#listener({ type: 'stopped', turnId, playedUntil: this.playedUntil })
    return { playedUntil: this.playedUntil }
  }

  isDucked = false
  isPaused = false

  duck(isDucked: boolean) {
    this.isDucked = isDucked
  }

  setPaused(isPaused: boolean) {
    this.isPaused = isPaused
  }

  replay({ turnId }: SpokenTurn, markdown: string, fromOffset: number) {
    this.#turnId = turnId
    this.said = markdown.slice(fromOffset)
  }

  unlock() {
    this.isUnlocked = true
  }

  /** loudness of what it plays */
  loudness = 0

  isMeasured() {
    return this.loudness > 0
  }

  level() {
    return this.loudness || 0.3
  }

  subscribe(listener: (event: SpeechOutputEvent) => void) {
    this.#listener = listener
    return () => undefined
  }

  dispose() {}

  /** the turn that is being spoken; '' if there is none */
  get turnId() {
    return this.#turnId ?? ''
  }

  get isSpeaking() {
    return this.#turnId !== undefined
  }

  emit(event: SpeechOutputEvent) {
    if (event.type === 'finished') this.#turnId = undefined
    this.#listener(event)
  }
}

/** A message field whose Send calls the session. */
class FakeComposer {
  text = ''
  focused: 'send' | 'field' | undefined
  submit: (text: string) => boolean = () => false

  addTranscript(text: string) {
    this.text = this.text === '' ? text : `${this.text} ${text}`
  }

  focusSend() {
    this.focused = 'send'
  }

  focus() {
    this.focused = 'field'
  }

  send() {
    if (this.submit(this.text)) this.text = ''
  }
}

/**
 * Creates a session in a fake world that the test controls.
 *
 * @param listen creates its hands-free listening with this clock; absent: the test plays that part
 */
export function createWorld(
  utterances = new FakeUtterances(),
  listen?: (controller: VoiceSessionController, clock: FakeClock) => HandsFree,
) {
  const asked: TurnQuestion[] = []
  const stopped: string[] = []
  const consents: (readonly [callId: string, answer: string])[] = []
  const settings: {
    sendsAtOnce: boolean
    speaksReplies: boolean
    mayListen: boolean
    canTranscribe: boolean
    inputMode: ReturnType<NonNullable<VoicePorts['preferences']['inputMode']>>
  } = {
    sendsAtOnce: false,
    speaksReplies: true,
    mayListen: true,
    canTranscribe: true,
    inputMode: 'push-to-talk',
  }
  let ids = 0
  const pageListeners = new Set<() => void>()
  let controller: VoiceSessionController | undefined
  const ears = new FakeHandsFree()
  const parts = {
    clock: new FakeClock(),
    microphone: new FakeMicrophone(),
    transcriber: new FakeTranscriber(),
    speechOutput: new FakeSpeechOutput(),
    composer: new FakeComposer(),
    utterances,
  }
  const ports: VoicePorts = {
    ...parts,
    conversation: {
      ask: (question) => void asked.push(question),
      stop: (turnId = 'running') => void stopped.push(turnId),
      withdraw: (turnId) => {
        stopped.push(turnId)
        parts.composer.addTranscript(asked.find((question) => question.turnId === turnId)?.text ?? '')
      },
    },
    preferences: {
      sendsAtOnce: () => settings.sendsAtOnce,
      speaksReplies: () => settings.speaksReplies,
      mayListen: () => settings.mayListen,
      canTranscribe: () => settings.canTranscribe,
      inputMode: () => settings.inputMode,
      spokenLanguage: () => 'en-US',
      replyLanguage: () => 'en-US',
    },
    handsFree: (given) => {
      controller = given
      return listen?.(given, parts.clock) ?? ears
    },
    onConsentAnswered: (callId, answer) => void consents.push([callId, answer]),
    origin: () => ({ agentId: 'v_agent', conversationId: 'c1' }),
    createId: () => `id${++ids}`,
    onPageHidden: (listener) => {
      pageListeners.add(listener)
      return () => pageListeners.delete(listener)
    },
  }
  const session = createVoiceSession(ports)
  parts.composer.submit = (text) => session.submit(text)
  return {
    ...parts,
    session,
    asked,
    stopped,
    consents,
    settings,
    ears,
    /** commands of hands-free listening to the session; the fake gives none by itself */
    controller: () => {
      if (!controller) throw new Error('nobody listens hands-free')
      return controller
    },
    hidePage: () => pageListeners.forEach((hide) => hide()),
  }
}

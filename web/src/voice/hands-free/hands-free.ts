import { FRAME_MS, type Frame } from '../capture/frames.ts'
import { meterOf } from '../detect/level.ts'
import type { Microphone, OpenMicrophone } from '../capture/microphone.ts'
import { MicrophoneError } from '../capture/microphone-error.ts'
import type { Detection, Detector } from '@vee/contract/audio/detector'
import type { Transcriber } from '../transcription/transcriber.ts'
import type { HandsFree, VoiceSessionController } from '../session/hands-free-port.ts'
import type { HandsFreeMode } from '../session/listening.ts'
import type { VoiceState } from '../session/voice-state.ts'
import type { Clock } from '../speak/clock.ts'
import { createEchoGuard } from './echo-guard.ts'
import { dueAt, handsFreeTransition } from './hands-free-machine.ts'
import {
  listeningOf,
  type Activity,
  type HandsFreeEffect,
  type HandsFreeEvent,
  type HandsFreeState,
  type Interruption,
} from './hands-free-state.ts'
import { OFF } from './hands-free-step.ts'
import { SpeechClassifier } from './speech-classifier.ts'
import type { EndpointingOptions } from './endpointing.ts'
import { createPauseModel, type PauseModel, type StoredPauses } from './pause-model.ts'
import { createNearEndDetector } from './near-end-detector.ts'
import { createToneTracker } from './prosody.ts'
import { announceDecisions } from '../turn-trace.ts'
import { createUtteranceRecordings } from './utterance-recordings.ts'
import { createTurnAudio } from '../turn-model/turn-audio.ts'
import type { TurnJudge } from '../turn-model/turn-judge.ts'
import type { WakeWordSpotter } from './wake-word-spotter.ts'

export interface HandsFreeDependencies {
  readonly microphone: Microphone
  /** creates a detector for the mode and the settings whenever listening starts */
  readonly createDetector: (mode: HandsFreeMode) => Detector
  readonly transcriber: Transcriber
  /** opens the host's turn model whenever listening starts; undefined: the rules alone decide */
  readonly openTurnJudge?: () => TurnJudge | undefined
  readonly endpointing: () => Omit<EndpointingOptions, 'duplex' | 'interruptsOverEcho' | 'statementEndMs'>
  /** the user's pauses within turns, learned on this device */
  readonly pauses: StoredPauses
  /** returns whether the user may interrupt by voice; with headphones there is no echo */
  readonly duplex: () => { readonly listensDuringResponse: boolean; readonly usesHeadphones: boolean }
  /** returns the BCP 47 tag of the spoken language */
  readonly language: () => string
  /** returns the user's list and the agents' names */
  readonly wakeWords: () => readonly string[]
  /** called with the detected wake word, before the following words are used */
  readonly onWakeWord: (wakeWord: string) => void
  readonly spotter: WakeWordSpotter
  /** returns whether sound may leave the device before a wake word; default: yes */
  readonly maySendBeforeWakeWord?: () => boolean
  /** executes a command to the page; returns false if the words are none */
  readonly executeCommand: (text: string) => Promise<boolean>
  readonly chime: () => void
  readonly clock: Clock
  readonly createId: () => string
}

const SAMPLES_PER_MS = 16
const ENDS_AS_QUESTION = /[?？]["”»」*_)]?$/u
/** The start of a taught word is known to an embedding, ms. */
const BEFORE_WAKE_WORD_MS = 100
/** A microphone that delivers nothing but digital silence for so long since it was opened is muted. */
const NO_SOUND_FRAMES = 4_000 / FRAME_MS
/** A recording that begins so soon after the voice may contain its echo: 480 ms of pre-roll, and up to 400 ms of delay. */
const ECHO_AFTER_VOICE_MS = 900
/** Recorded after the end of speech that is known only later. */
const ENDING_MS = 250
/** Minimum delay of a timer, ms: a late one must not keep the page busy. */
const MIN_WAIT_MS = 5

/** Creates hands-free listening: the machine, with its effects run on one microphone. */
export function createHandsFree(
  controller: VoiceSessionController,
  dependencies: HandsFreeDependencies,
): HandsFree {
  return new RunningHandsFree(controller, dependencies)
}

class RunningHandsFree implements HandsFree {
  readonly #controller: VoiceSessionController
  readonly #dependencies: HandsFreeDependencies
  readonly #recordings = createUtteranceRecordings()
  readonly #guard = createEchoGuard()
  readonly #tones = createToneTracker()
  readonly #nearEnd = createNearEndDetector()
  #isOnsetSuspected = false
  readonly #classifier: SpeechClassifier
  readonly #pauses: PauseModel
  readonly #turnAudio = createTurnAudio()
  #turnJudge: TurnJudge | undefined
  #state: HandsFreeState = OFF
  #mode: HandsFreeMode = 'continuous'
  #opening: AbortController | undefined
  #microphone: OpenMicrophone | undefined
  #detector: Detector | undefined
  #streamSamples = 0
  #voiceEndedAt = -Infinity
  /** frames of digital silence since the microphone was opened; undefined after other sound */
  #soundlessFrames: number | undefined
  #cancelDue = () => {}
  #shown = ''
  /** an utterance just ended, and the next one follows it */
  #isNext = false

  constructor(controller: VoiceSessionController, dependencies: HandsFreeDependencies) {
    this.#controller = controller
    this.#dependencies = dependencies
    this.#classifier = new SpeechClassifier({ ...dependencies, spokenText: () => controller.spokenText() })
    this.#pauses = createPauseModel(dependencies.pauses)
  }

  start(mode: HandsFreeMode): void {
    this.#mode = mode
    this.#dispatch({ type: 'started', mode, at: this.#now() })
  }

  stop(): void {
    this.#dispatch({ type: 'stopped' })
  }

  cancel(): void {
    this.#dispatch({ type: 'cancelled', at: this.#now() })
  }

  onTurn(state: VoiceState): void {
    this.#dispatch({ type: 'activity-changed', activity: activityOf(state), at: this.#now() })
  }

  onTranscribed(utteranceId: string, text: string): void {
    this.#dispatch({ type: 'utterance-transcribed', utteranceId, text, at: this.#now() })
  }

  onTurnEnd(utteranceId: string, probability: number): void {
    this.#dispatch({ type: 'turn-end-judged', utteranceId, probability, at: this.#now(), by: 'transcriber' })
  }

  onConsentAsked(callId: string | undefined): void {
    this.#dispatch({ type: 'consent-asked', callId })
  }

  level(): number {
    return this.#microphone ? meterOf(this.#recordings.level()) : 0
  }

  #now(): number {
    return this.#dependencies.clock.now()
  }

  #dispatch(event: HandsFreeEvent): void {
    const before = this.#state
    const context = { endpointing: this.#readEndpointing(), language: this.#dependencies.language() }
    const { state, effects } = handsFreeTransition(before, event, context)
    this.#state = state
    announceDecisions({ machine: 'hands-free', state: before.phase, event: event.type }, effects)
    if (state === before && effects.length === 0) {
      // A timer may fire a fraction of a millisecond early, because the clock is more precise: nothing was
      // due yet.
      if (event.type === 'due') this.#scheduleDue()
      return
    }
    if (event.type === 'speech-started') this.#learnPause(before, event.at)
    this.#isNext = event.type === 'due' && before.phase === 'talking'
    if (before.phase === 'replying' && before.voiceSince !== undefined && state.phase !== 'replying')
      this.#voiceEndedAt = this.#now()
    for (const effect of effects) this.#run(effect)
    if (before.phase === 'replying' && state.phase !== 'replying')
      this.#listenAnew(before.interruption, state)
    if (state.phase === 'wake-word' && before.phase !== 'wake-word') this.#spotWakeWords()
    if (state.phase !== 'wake-word') this.#dependencies.spotter.stop()
    this.#show()
    this.#scheduleDue()
  }

  #readEndpointing(): EndpointingOptions {
    const { listensDuringResponse, usesHeadphones } = this.#dependencies.duplex()
    const isFull = listensDuringResponse && (usesHeadphones || this.#guard.mayListen())
    return {
      ...this.#dependencies.endpointing(),
      statementEndMs: this.#pauses.statementEndMs(),
      duplex: isFull ? 'full' : 'half',
      interruptsOverEcho: listensDuringResponse,
      isEchoFree: usesHeadphones,
    }
  }

  /** Speech that continues a turn ends a pause within it. */
  #learnPause(before: HandsFreeState, timeMs: number): void {
    if (before.phase === 'pausing' && this.#state.phase === 'talking')
      this.#pauses.add(timeMs - before.silentSince)
  }

  #scheduleDue(): void {
    this.#cancelDue()
    const dueMs = dueAt(this.#state, {
      endpointing: this.#readEndpointing(),
      language: this.#dependencies.language(),
    })
    if (dueMs === undefined) return
    const wait = Math.max(MIN_WAIT_MS, dueMs - this.#now())
    this.#cancelDue = this.#dependencies.clock.after(wait, () =>
      this.#dispatch({ type: 'due', at: this.#now(), id: this.#dependencies.createId() }),
    )
  }

  #show(): void {
    const shows = listeningOf(this.#state, this.#readEndpointing().duplex)
    const waits = shows.kind === 'ready' || shows.kind === 'wake-word'
    const hasNoSound = (this.#soundlessFrames ?? 0) >= NO_SOUND_FRAMES
    const listening = waits && hasNoSound ? { ...shows, hasNoSound } : shows
    const shown = JSON.stringify(listening)
    if (shown === this.#shown) return
    this.#shown = shown
    this.#controller.show(listening)
  }

  #run(effect: HandsFreeEffect): void {
    switch (effect.type) {
      case 'open':
        return void this.#open()
      case 'close':
        return this.#close()
      case 'begin-utterance':
        this.#recordings.begin(effect.id, { isNext: this.#isNext })
        return this.#controller.beginUtterance(effect.id, this.#recordings.microphoneOf(effect.id), {
          spokenText: this.#textThatMayEcho(),
        })
      case 'end-utterance':
        return this.#controller.endUtterance(effect.id)
      case 'drop-utterance':
        return this.#controller.dropUtterance(effect.id)
      case 'finish-turn':
        return this.#controller.finishTurn(effect.sends)
      case 'start-candidate':
        return this.#recordings.begin(
          effect.id,
          effect.onsetAt === undefined ? {} : { onsetAgoMs: this.#now() - effect.onsetAt },
        )
      case 'classify-candidate':
        return void this.#classifyCandidate(effect)
      case 'drop-candidate':
        return this.#recordings.drop(effect.id)
      case 'end-candidate':
        return this.#recordings.end(effect.id, this.#now() - effect.at - ENDING_MS)
      case 'store-candidate':
        return this.#controller.storeUtterance(effect.id, this.#recordings.microphoneOf(effect.id))
      case 'offer-candidate':
        return this.#controller.offerUtterance(effect.id, effect.words)
      case 'accept-candidate':
        return this.#accept(effect)
      case 'answer-consent':
        return this.#controller.answerConsent(effect.callId, effect.answer)
      case 'duck':
        return this.#controller.duck(effect.isDucked)
      case 'pause':
        return this.#controller.setPaused(effect.isPaused)
      case 'interrupt':
        return this.#controller.interrupt()
      case 'withdraw':
        return this.#controller.withdraw()
      case 'apply-wake-word':
        return this.#dependencies.onWakeWord(effect.word)
      case 'chime':
        return this.#dependencies.chime()
      case 'notify':
        return this.#controller.notify(effect.notice)
      case 'fail':
        return this.#controller.fail(effect.failure)
    }
  }

  #accept({ id, words, isOverVoice = false }: Extract<HandsFreeEffect, { type: 'accept-candidate' }>): void {
    const mayEcho = isOverVoice && !this.#dependencies.duplex().usesHeadphones
    this.#controller.beginUtterance(id, this.#classifier.microphoneOf(id, words, this.#recordings), {
      words,
      spokenText: mayEcho ? this.#controller.spokenText() : undefined,
    })
  }

  /** Returns the words of a voice that ended just before the current utterance; undefined without an echo. */
  #textThatMayEcho(): string | undefined {
    const onset = this.#state.phase === 'talking' ? this.#state.utteranceSince : this.#now()
    if (this.#dependencies.duplex().usesHeadphones || onset > this.#voiceEndedAt + ECHO_AFTER_VOICE_MS)
      return undefined
    const spokenText = this.#controller.spokenText()
    // Who answers a question at once may use its words.
    return ENDS_AS_QUESTION.test(spokenText.trimEnd()) ? undefined : spokenText
  }

  async #open(): Promise<void> {
    this.#opening?.abort()
    const opening = new AbortController()
    this.#opening = opening
    const { signal } = opening
    try {
      const opened = await this.#dependencies.microphone.open(() => this.#onLost(), signal)
      if (signal.aborted || this.#state.phase === 'off') return opened.close()
      this.#microphone = opened
      this.#detector ??= this.#dependencies.createDetector(
        'mode' in this.#state ? this.#state.mode : 'voice-activation',
      )
      this.#turnJudge ??= this.#dependencies.openTurnJudge?.()
      this.#resetDetector()
      this.#soundlessFrames = 0
      opened.follow((frame) => this.#onFrame(frame))
      this.#dispatch({ type: 'opened', at: this.#now() })
      this.onTurn(this.#controller.state())
    } catch (error) {
      if (signal.aborted) return
      this.#dispatch({
        type: 'failed',
        reason: error instanceof MicrophoneError ? error.reason : 'unsupported',
      })
    }
  }

  /** Unplugged: listening continues with the system's other microphone, or ends without one. */
  #onLost(): void {
    this.#microphone?.close()
    this.#microphone = undefined
    // The other one starts with silence: the end of the current speech would not be detected.
    this.#dispatch({ type: 'speech-ended', at: this.#now() })
    void this.#open()
  }

  #close(): void {
    this.#opening?.abort()
    this.#microphone?.close()
    this.#microphone = undefined
    this.#detector?.dispose?.()
    this.#detector = undefined
    this.#dependencies.spotter.close?.()
    this.#turnJudge?.dispose()
    this.#turnJudge = undefined
    this.#guard.reset()
    this.#nearEnd.cancel()
  }

  #onFrame(frame: Frame): void {
    this.#recordings.push(frame)
    this.#followSound(frame)
    if (this.#state.phase === 'replying' && this.#state.voiceSince !== undefined) {
      this.#guard.push(this.#controller.playbackLevel(), meterOf(frame.level))
    }
    this.#followNearEnd(frame)
    this.#tones.push(frame.samples)
    if (this.#mode === 'voice-activation') this.#dependencies.spotter.push?.(frame.samples)
    this.#turnAudio.push(frame.samples)
    const detections = this.#detector?.push(frame.samples) ?? []
    this.#streamSamples += frame.samples.length
    for (const detection of detections) this.#onDetection(detection)
    this.#followOnset()
  }

  /** Only with headphones: elsewhere the sound may be the voice's own. */
  #followOnset(): void {
    const state = this.#state
    const isListened =
      state.phase === 'replying' && state.mode === 'continuous' && state.voiceSince !== undefined
    const isSuspected =
      isListened && this.#detector?.mayHearSpeech?.() === true && this.#readEndpointing().isEchoFree === true
    if (isSuspected === this.#isOnsetSuspected) return
    this.#isOnsetSuspected = isSuspected
    this.#dispatch({ type: 'onset-changed', isSuspected, at: this.#now() })
  }

  #followSound({ level }: Frame): void {
    if (this.#soundlessFrames === undefined) return
    const before = this.#soundlessFrames
    this.#soundlessFrames = level === 0 ? before + 1 : undefined
    if (before >= NO_SOUND_FRAMES || this.#soundlessFrames === NO_SOUND_FRAMES) this.#show()
  }

  /** Detects speech into an echo, which the detector cannot distinguish from the voice. */
  #followNearEnd(frame: Frame): void {
    const isVoice = this.#state.phase === 'replying' && this.#state.voiceSince !== undefined
    const isMeasured = isVoice && this.#controller.isPlaybackMeasured()
    if (!isMeasured && !this.#nearEnd.isActive()) return
    const change = this.#nearEnd.push(this.#controller.playbackLevel(), meterOf(frame.level))
    if (!change) return
    const nowMs = this.#now() - change.agoMs
    if (change.type === 'end')
      return this.#dispatch({ type: 'speech-ended', at: nowMs, finalPitch: this.#tones.tone() })
    if (!isVoice || this.#readEndpointing().duplex === 'full') return this.#nearEnd.cancel()
    this.#dispatch({
      type: 'speech-started',
      at: nowMs,
      id: this.#dependencies.createId(),
      isLouderThanEcho: true,
    })
  }

  /** The detector counts samples, the machine time. */
  #onDetection({ type, at }: Detection): void {
    const ago = Math.max(0, this.#streamSamples / SAMPLES_PER_MS - at)
    const when = this.#now() - ago
    if (this.#nearEnd.isActive()) return
    if (type === 'speech-start') {
      if (this.#state.phase === 'replying') this.#guard.soundBegan()
      if (this.#state.phase !== 'pausing') {
        this.#tones.reset()
        this.#turnAudio.begin(ago)
      }
      this.#dispatch({ type: 'speech-started', at: when, id: this.#dependencies.createId() })
    } else if (type === 'speech-end') {
      this.#dispatch({ type: 'speech-ended', at: when, finalPitch: this.#tones.tone() })
      this.#judgeTurn(when)
    } else {
      this.#dispatch({ type: 'misfired', at: when })
    }
  }

  /** Asks the turn model about the speech that ended at this time. */
  #judgeTurn(timeMs: number): void {
    const state = this.#state
    if (!this.#turnJudge || state.phase !== 'pausing' || !this.#dependencies.endpointing().smartEnd) return
    const { utteranceId } = state
    if (utteranceId === undefined) return
    this.#turnJudge.judge(this.#turnAudio.copySamples(), (probability) =>
      this.#dispatch({ type: 'turn-end-judged', utteranceId, probability, at: timeMs, by: 'turn-model' }),
    )
  }

  /** After a reply: speech that continued through it starts now. If it interrupted, it is known already. */
  #listenAnew(interruption: Interruption, { phase }: HandsFreeState): void {
    const isFollowed = interruption.stage !== 'none' && (phase === 'talking' || phase === 'pausing')
    if (!isFollowed) this.#resetDetector()
  }

  /** The detector counts its samples from here on. */
  #resetDetector(): void {
    this.#detector?.reset()
    this.#streamSamples = 0
  }

  #spotWakeWords(): void {
    const { spotter, language } = this.#dependencies
    this.#classifier.reset()
    const dispatchSpotted = (word: string | undefined) => {
      if (word !== undefined) this.#dispatch({ type: 'wake-word-spotted', word, at: this.#now() })
    }
    spotter.start(
      language(),
      (words) => dispatchSpotted(this.#classifier.onBrowserWords(words)),
      ({ word, agoMs }) => {
        // What was said before the wake word stays on this device.
        if (this.#state.phase === 'wake-word' && this.#state.candidate)
          this.#recordings.cut(this.#state.candidate.id, agoMs + BEFORE_WAKE_WORD_MS)
        dispatchSpotted(this.#classifier.onTaughtWord(word))
      },
    )
  }

  async #classifyCandidate({
    id,
    isOver,
    mayConsent = false,
  }: Extract<HandsFreeEffect, { type: 'classify-candidate' }>): Promise<void> {
    const recording = this.#recordings.copy(id)
    const isIdle = this.#state.phase === 'wake-word'
    const meaning = recording
      ? await this.#classifier.classify(id, recording, {
          isIdle,
          isOver,
          mayConsent,
          copyAgain: () => this.#recordings.copy(id),
        })
      : ({ kind: 'nothing' } as const)
    this.#dispatch({ type: 'candidate-classified', id, meaning, at: this.#now() })
    this.#classifier.forget(id)
  }
}

function activityOf({ phase }: VoiceState): Activity {
  switch (phase) {
    case 'idle':
    case 'reviewing':
    case 'failed':
      return 'free'
    case 'opening':
    case 'capturing':
    case 'transcribing':
      return 'transcribing'
    case 'waiting':
    case 'replying':
      return 'replying'
    case 'speaking':
      return 'speaking'
  }
}

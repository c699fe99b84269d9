import { announceDecisions } from '../turn-trace.ts'
import { type TranscriptionFailure, NO_WORDS } from '../transcription/transcriber.ts'
import type { Aside, SpeechOutputEvent } from '../speak/speech-output.ts'
import { SpokenConsent, type ConsentQuestion } from '../speak/spoken-consent.ts'
import type { ListeningModes } from './hands-free-port.ts'
import { withNotice } from './notices.ts'
import type { VoiceNotice, VoicePorts, VoiceSession, VoiceSnapshot } from './session-ports.ts'
import { createVoiceSessionController } from './voice-session-controller.ts'
import { createSessionUtterances } from './session-utterances.ts'
import { VoiceCaptures } from './voice-captures.ts'
import type { EventOf } from './step.ts'
import type { VoiceEffect, VoiceEvent } from './voice-event.ts'
import { voiceTransition } from './voice-machine.ts'
import { createSpeechLog } from './speech-log.ts'
import { isMicrophoneOpen, timeLimitOf, type VoiceState, visualStateOf } from './voice-state.ts'
import { VoiceView } from './voice-view.ts'

/** Failures of every recording, until the server or the settings change. */
const WITHOUT_ENGINE: ReadonlySet<TranscriptionFailure> = new Set(['unavailable', 'preparing'])

/** Creates a voice session: the machine, with its effects run on the ports. Its methods never throw. */
export function createVoiceSession(ports: VoicePorts): VoiceSession {
  return new RunningSession(ports)
}

class RunningSession implements VoiceSession {
  readonly #ports: VoicePorts
  readonly #view
  readonly #utterances
  readonly #captures
  readonly #speech
  readonly #handsFree: ListeningModes | undefined
  readonly #undo: readonly (() => void)[]
  readonly #controller
  readonly #consent
  #cancelLimit = () => {}
  #lastAskedTurn: string | undefined

  readonly levels = {
    microphone: (): number => Math.max(this.#captures.level(), this.#handsFree?.level() ?? 0),
    playback: (): number =>
      Math.max(this.#ports.speechOutput.level(), this.#handsFree?.live?.playbackLevel() ?? 0),
  }

  constructor(ports: VoicePorts) {
    this.#ports = ports
    this.#view = new VoiceView(ports.clock, ports.onDrawingSuspended)
    this.#utterances = createSessionUtterances(ports.utterances, () =>
      this.#show({ pendingUtterances: this.#utterances.pending() }),
    )
    this.#captures = new VoiceCaptures(ports, this.#utterances, {
      dispatch: (event) => this.#dispatch(event),
      onInterim: (interim, utteranceId) => {
        this.#show({ interim })
        if (interim.endOfTurn !== undefined) this.#handsFree?.onTurnEnd(utteranceId, interim.endOfTurn)
      },
      executeCommandIn: async (text) => (await ports.executeCommandIn?.(text)) ?? text,
      onRecordingSent: () => this.#view.resume(),
      isFieldEmpty: () => ports.composer.isEmpty?.() ?? true,
    })
    this.#controller = createVoiceSessionController({
      captures: this.#captures,
      speechOutput: ports.speechOutput,
      dispatch: (event) => this.#dispatch(event),
      state: () => this.#view.snapshot.state,
      spokenText: () => this.#speech.spokenText(),
      notify: (notice) => this.notify(notice),
      answerConsent: (callId, answer) => ports.onConsentAnswered?.(callId, answer),
      showWords: (interim) => this.#show({ interim }),
      show: (listening) =>
        this.#show({ listening, visual: visualStateOf(this.#view.snapshot.state, listening) }),
    })
    this.#handsFree = ports.handsFree?.(this.#controller)
    this.#speech = createSpeechLog(ports.speechOutput)
    this.#consent = new SpokenConsent({
      listening: () => this.#view.snapshot.listening,
      addAside: (aside) => this.#dispatch({ type: 'aside-asked', aside }),
      dropAside: (asideId) => this.dropAside(asideId),
      announce: (text) => this.announce(text),
      onAsked: (callId) => this.#handsFree?.onConsentAsked(callId),
    })
    this.#undo = [
      ports.speechOutput.subscribe((event) => this.#onSpeechOutput(event)),
      ports.onPageHidden(() => this.#dispatch({ type: 'page-hidden' })),
    ]
    void this.#utterances.restore()
    void this.#askPermission()
  }

  snapshot = (): VoiceSnapshot => this.#view.snapshot

  subscribe = (listener: () => void): (() => void) => this.#view.subscribe(listener)

  press(agoMs = 0): void {
    const { clock, createId, preferences } = this.#ports
    const mode = preferences.inputMode?.() ?? 'push-to-talk'
    // The button stops the voice in every mode: an open microphone records what follows.
    const isSpeaking = this.#view.snapshot.state.phase === 'speaking'
    if (this.#isListening()) {
      if (this.#handsFree?.live?.interrupt()) return
      return isSpeaking ? this.#controller.interrupt() : this.stopListening()
    }
    // The press ends an open recording in every mode.
    if (!isMicrophoneOpen(this.#view.snapshot.state)) {
      if (preferences.mayListen?.() === false) return
      // A live model listens by itself.
      if (mode !== 'live' && preferences.canTranscribe?.() === false)
        return this.notify('transcription-unavailable')
      if (mode !== 'push-to-talk' && this.#handsFree) {
        this.#controller.interrupt()
        return this.#handsFree.start(mode)
      }
    }
    this.#dispatch({ type: 'pressed', at: clock.now() - agoMs, utteranceId: createId() })
  }

  release(agoMs = 0): void {
    this.#dispatch({ type: 'released', at: this.#ports.clock.now() - agoMs })
  }

  closeMicrophone(): void {
    this.release()
    this.stopListening()
    // A tapped recording continues until the next press.
    if (isMicrophoneOpen(this.#view.snapshot.state)) this.press()
  }

  escape(): boolean {
    if (this.#handsFree?.live?.interrupt()) return true
    const before = this.#view.snapshot.state
    this.#dispatch({ type: 'stop-asked', what: 'innermost' })
    if (this.#view.snapshot.state !== before) {
      if (before.phase === 'capturing' || before.phase === 'transcribing') this.#handsFree?.cancel()
      return true
    }
    const wasListening = this.#isListening()
    this.stopListening()
    return wasListening
  }

  stopListening(): void {
    if (this.#isListening()) this.#handsFree?.stop()
  }

  setPaused(isPaused: boolean): void {
    // A live model does not wait for the rest of its reply to be played.
    if (isPaused && this.#handsFree?.live?.interrupt()) return
    // A person pauses what is audible. Before the first audio only hands-free listening pauses, and lets it go on.
    if (isPaused && this.#view.snapshot.state.phase !== 'speaking') return
    this.#dispatch({ type: 'pause-asked', isPaused })
  }

  submit(text: string): boolean {
    if (this.#handsFree?.live?.say(text)) return true
    const turnId = this.#ports.createId()
    this.#dispatch({ type: 'submitted', turnId, text })
    // Sending is the user gesture in which some browsers unlock audio output.
    if (this.#ports.preferences.speaksReplies()) this.#ports.speechOutput.unlock()
    return this.#lastAskedTurn === turnId
  }

  progress: VoiceSession['progress'] = (progress) => {
    if (progress.type === 'reply-ended' && progress.outcome !== 'failed')
      this.#utterances.answered(progress.turnId)
    const { state } = this.#view.snapshot
    if (!('turnId' in state) || state.turnId !== progress.turnId) return
    this.#speech.note(progress)
    this.#dispatch(
      progress.type === 'reply-started'
        ? { ...progress, isAloud: this.#ports.preferences.speaksReplies() }
        : progress,
    )
  }

  adoptReply(turnId: string, isFromStart: boolean): void {
    this.#dispatch({ type: 'reply-rejoined', turnId, isFromStart })
  }

  replay(replyId: string, markdown: string, fromOffset: number): void {
    this.#dispatch({ type: 'replay-asked', turnId: this.#ports.createId(), replyId, markdown, fromOffset })
  }

  announce(text: string): void {
    this.replay('announcement', text, 0)
  }

  addAside(aside: Aside): void {
    this.#dispatch({ type: 'aside-asked', aside })
  }

  dropAside(asideId: string): void {
    this.#dispatch({ type: 'aside-withdrawn', asideId })
  }

  askConsent(question: ConsentQuestion | undefined): void {
    this.#consent.ask(question)
    this.#renewLimit()
  }

  stopSpeech(): void {
    this.#handsFree?.live?.interrupt()
    this.#dispatch({ type: 'stop-asked', what: 'speech' })
  }

  stopReply(): void {
    this.#handsFree?.live?.interrupt()
    this.#dispatch({ type: 'stop-asked', what: 'reply' })
  }

  switchMicrophone = (): void => this.#handsFree?.live?.switchMute()

  unlock = (): void => this.#ports.speechOutput.unlock()

  retryUtterance = (id: string): void => void this.#dispatch({ type: 'retry-asked', utteranceId: id })

  editUtterance(id: string): void {
    const utterance = this.#view.snapshot.pendingUtterances.find((kept) => kept.id === id)
    if (!utterance) return
    this.#utterances.inField(id)
    if (utterance.progress.state === 'transcribed' && utterance.progress.text !== '') {
      this.#ports.composer.addTranscript(utterance.progress.text)
    }
    this.#ports.composer.focus()
  }

  discardUtterance(id: string): void {
    this.#captures.abandonTranscriptions([id])
    this.#utterances.discard(id)
  }

  notify(notice: VoiceNotice): void {
    const notices = withNotice(this.#view.snapshot.notices, notice)
    if (notices !== this.#view.snapshot.notices) this.#show({ notices })
  }

  dismissNotice(notice: VoiceNotice): void {
    this.#show({ notices: this.#view.snapshot.notices.filter((shown) => shown !== notice) })
  }

  dispose(): void {
    this.stopListening()
    for (const undo of this.#undo) undo()
    this.#cancelLimit()
    this.#captures.dispose()
    this.#ports.speechOutput.stop()
    this.#view.dispose()
  }

  /**
   * The state is set before its effects run, because an effect may dispatch the next event synchronously;
   * such effects run last. Returns whether the event had effects.
   */
  #dispatch(event: VoiceEvent): boolean {
    const before = this.#view.snapshot.state
    const { state, effects } = voiceTransition(before, event)
    announceDecisions({ machine: 'voice-session', state: before.phase, event: event.type }, effects)
    if (effects.some(({ type }) => type === 'finish-recording')) this.#view.suspend()
    if (state !== before) this.#enter(state)
    for (const effect of effects) this.#run(effect)
    if (state !== before) this.#handsFree?.onTurn(this.#view.snapshot.state)
    if (event.type === 'transcribed') this.#handsFree?.onTranscribed(event.utteranceId, event.text)
    if (
      event.type === 'no-speech-found' ||
      event.type === 'transcription-failed' ||
      event.type === 'transcription-delayed'
    )
      this.#handsFree?.onTranscribed(event.utteranceId, '')
    if (event.type === 'transcription-delayed' || event.type === 'transcription-failed')
      this.#closeIfDeaf(event)
    return effects.length > 0
  }

  /** An open microphone that no engine transcribes would turn each sentence into an unsent recording. */
  #closeIfDeaf(event: EventOf<'transcription-delayed' | 'transcription-failed'>): void {
    const hasEngine = event.type === 'transcription-failed' && !WITHOUT_ENGINE.has(event.reason)
    if (hasEngine || !this.#isListening() || this.#view.snapshot.listening.kind === 'live') return
    this.stopListening()
    if (event.type === 'transcription-failed' && event.reason === 'unavailable')
      this.notify('transcription-unavailable')
  }

  #enter(state: VoiceState): void {
    const isSameRecording = state.phase === 'capturing' && this.#view.snapshot.state.phase === 'capturing'
    const keepsInterim = state.phase === 'capturing' || state.phase === 'transcribing'
    const visual = visualStateOf(state, this.#view.snapshot.listening)
    this.#show({ state, visual, interim: keepsInterim ? this.#view.snapshot.interim : NO_WORDS })
    if (!isSameRecording) this.#renewLimit()
    if (state.phase === 'capturing' || (state.phase === 'failed' && state.reason === 'denied')) {
      this.#show({ permission: state.phase === 'capturing' ? 'granted' : 'denied' })
    }
  }

  #renewLimit(): void {
    this.#cancelLimit()
    // A question to the user waits as long as the server does.
    const limitMs = this.#consent.isOpen ? undefined : timeLimitOf(this.#view.snapshot.state)
    this.#cancelLimit =
      limitMs === undefined
        ? () => {}
        : this.#ports.clock.after(limitMs, () => this.#dispatch({ type: 'timed-out' }))
  }

  #run(effect: VoiceEffect): void {
    const { composer, conversation, preferences, speechOutput } = this.#ports
    switch (effect.type) {
      case 'open-microphone':
        return void this.#captures.openMicrophone(effect.utteranceId)
      case 'start-recording':
        return this.#captures.startRecording(effect.utteranceId)
      case 'discard-recording':
        return this.#captures.discardRecording(effect.utteranceId)
      case 'finish-recording':
        return void this.#captures.finishRecording(effect.utteranceId)
      case 'transcribe-again':
        return void this.#captures.transcribeAgain(effect.utteranceId)
      case 'abandon-transcriptions':
        return this.#captures.abandonTranscriptions(effect.utteranceIds)
      case 'add-transcript':
        this.#utterances.inField(effect.utteranceId)
        return composer.addTranscript(effect.text)
      case 'submit-or-review':
        return preferences.sendsAtOnce() ? composer.send() : composer.focusSend()
      case 'send':
        return composer.send()
      case 'ask':
        return this.#sendQuestion(effect.turnId, effect.text)
      case 'stop-reply':
        return conversation.stop(effect.turnId)
      case 'withdraw-question':
        return conversation.withdraw(effect.turnId)
      case 'begin-speech':
        return speechOutput.begin({ ...effect, language: preferences.replyLanguage() })
      case 'append-speech':
        return speechOutput.append(effect.turnId, effect.text)
      case 'retract-speech':
        speechOutput.retract(effect.turnId, effect.length)
        return this.#show({ saying: undefined, sayingWord: undefined })
      case 'add-aside':
        return speechOutput.addAside(effect.turnId, effect.aside)
      case 'drop-aside':
        return speechOutput.dropAside(effect.turnId, effect.asideId)
      case 'end-speech':
        return speechOutput.end(effect.turnId)
      case 'stop-speech':
        return this.#show({
          interruptedReply: this.#speech.stop() ?? this.#view.snapshot.interruptedReply,
          saying: undefined,
          sayingWord: undefined,
        })
      case 'pause-speech':
        return speechOutput.setPaused(effect.isPaused)
      case 'replay-speech':
        this.#show({ saying: this.#speech.placeOf(effect), sayingWord: undefined })
        return this.#speech.replay(effect, preferences.replyLanguage())
      case 'notify':
        return this.notify(effect.notice)
      case 'restart-timeout':
        return this.#renewLimit()
    }
  }

  #sendQuestion(turnId: string, text: string): void {
    this.#lastAskedTurn = turnId
    this.#captures.onAsked()
    this.#ports.conversation.ask({
      turnId,
      text,
      utteranceId: this.#utterances.assignToTurn(turnId),
      interruptedReply: this.#speech.takeInterruptedReply(),
    })
  }

  #isListening(): boolean {
    return this.#view.snapshot.listening.kind !== 'off'
  }

  #onSpeechOutput(event: SpeechOutputEvent): void {
    const { turnId } = event
    switch (event.type) {
      case 'started':
        return void this.#dispatch({ type: 'speech-started', turnId })
      case 'aside-started':
        this.#speech.spokeAside(event.aside.text)
        return this.#consent.onSpoken(event.aside)
      case 'aside-ended':
        return void this.#dispatch({ type: 'aside-ended', turnId })
      case 'sentence':
        this.#speech.spoke(event.range)
        this.#show({ saying: event.range, sayingWord: undefined })
        return void this.#dispatch({ type: 'speech-went-on', turnId })
      case 'word':
        return this.#show({ sayingWord: event.range })
      case 'finished':
      case 'stopped':
        this.#show({ saying: undefined, sayingWord: undefined })
        return void this.#dispatch({ type: 'speech-ended', turnId })
      case 'needs-gesture':
        return void this.#dispatch({ type: 'speech-blocked', turnId })
      case 'notice':
        return this.notify(event.notice)
    }
  }

  async #askPermission(): Promise<void> {
    this.#show({ permission: await this.#ports.microphone.permission() })
  }

  #show(change: Partial<VoiceSnapshot>): void {
    this.#view.show(change)
  }
}

import type { SocketAnswer } from '@vee/contract/socket/messages'
import { meterOf } from '../detect/level.ts'
import type { Frame } from '../capture/frames.ts'
import type { OpenMicrophone } from '../capture/microphone.ts'
import { MicrophoneError } from '../capture/microphone-error.ts'
import { announceDecisions } from '../turn-trace.ts'
import { createUtteranceRecordings } from '../hands-free/utterance-recordings.ts'
import type { VoiceSessionController } from '../session/hands-free-port.ts'
import { createPcmDecoder } from '../speak/playback/pcm-decoder.ts'
import type { PcmPlayer } from '../speak/playback/pcm-player.ts'
import { createCallListener, type CallListener, type VoiceChange } from './call-listener.ts'
import { liveCallDueAt, liveCallTransition, CALL_OFF } from './live-call-machine.ts'
import type { LiveCallEffect, LiveCallEvent, LiveCallState } from './live-call-state.ts'
import { listeningOfCall } from './listening-of-call.ts'
import type { LiveCallPorts, LiveLink } from './ports.ts'
import { ReplyCaptions } from './reply-captions.ts'

/** Audio after this position counts as played, in seconds: the last report is of the audio before it. */
const PLAYED_MARGIN_SECONDS = 0.03

/** The speech that was not answered when the conversation with the model ended. */
interface UnansweredSpeech {
  readonly utteranceId: string
  readonly openMicrophone: OpenMicrophone
}

/** A conversation with a live model: at most one at a time. */
export interface LiveCall {
  start(): void
  /** Ends it. No-op if there is none. */
  stop(): void
  /** Stops the reply that is played. Returns false if there is none. */
  interrupt(): boolean
  /** Gives typed text to the model. Returns false without a conversation. */
  say(text: string): boolean
  /** Mutes the microphone, or unmutes it. */
  switchMute(): void
  /** Closes the microphone that was left open for turns. */
  releaseMicrophone(): void
  levels(): { readonly microphone: number; readonly playback: number }
}

export interface LiveCallHooks {
  /**
   * Called when turns continue. The microphone stays open, and what is said is recorded, until `releaseMicrophone`.
   */
  readonly continueWithTurns: (speech: UnansweredSpeech | undefined) => void
}

export function createLiveCall(
  controller: VoiceSessionController,
  ports: LiveCallPorts,
  hooks: LiveCallHooks,
): LiveCall {
  return new RunningCall(controller, ports, hooks)
}

class RunningCall implements LiveCall {
  readonly #controller: VoiceSessionController
  readonly #ports: LiveCallPorts
  readonly #hooks: LiveCallHooks
  #recordings = createUtteranceRecordings()
  #state: LiveCallState = CALL_OFF
  #liveId = ''
  #link: LiveLink | undefined
  #opening: AbortController | undefined
  #microphone: OpenMicrophone | undefined
  #listener: CallListener | undefined
  #player: PcmPlayer | undefined
  #decode = createPcmDecoder()
  #captions: ReplyCaptions | undefined
  /** the reply whose audio is received now; it differs from the played one after an interruption */
  #receivedReplyId: string | undefined
  #playedSeconds = 0
  #cancelDue = () => {}

  constructor(controller: VoiceSessionController, ports: LiveCallPorts, hooks: LiveCallHooks) {
    this.#controller = controller
    this.#ports = ports
    this.#hooks = hooks
  }

  start = (): void => this.#dispatch({ type: 'started' })

  stop = (): void => this.#dispatch({ type: 'stopped' })

  interrupt(): boolean {
    if (this.#state.phase !== 'talking' || !this.#state.reply) return false
    this.#dispatch({ type: 'interrupted' })
    return true
  }

  say(text: string): boolean {
    const words = text.trim()
    if (this.#state.phase !== 'talking' || words === '') return false
    this.interrupt()
    const messageId = this.#ports.createId()
    this.#link?.send({ type: 'live-text', liveId: this.#liveId, messageId, text: words })
    return true
  }

  switchMute = (): void => this.#dispatch({ type: 'mute-switched' })

  releaseMicrophone(): void {
    if (this.#state.phase !== 'off') return
    this.#microphone?.close()
    this.#microphone = undefined
    this.#recordings = createUtteranceRecordings()
  }

  levels() {
    return {
      microphone: this.#microphone ? meterOf(this.#recordings.level()) : 0,
      playback: this.#player ? meterOf(this.#player.level()) : 0,
    }
  }

  #dispatch(event: LiveCallEvent): void {
    const before = this.#state
    const { state, effects } = liveCallTransition(before, event)
    this.#state = state
    announceDecisions({ machine: 'live-call', state: before.phase, event: event.type }, effects)
    for (const effect of effects) this.#run(effect)
    if (state === before) return
    this.#scheduleDue()
    // After a fall-back, hands-free listening shows itself.
    if (state.phase !== 'off' || event.type === 'stopped') this.#controller.show(listeningOfCall(state))
  }

  #scheduleDue(): void {
    this.#cancelDue()
    const dueMs = liveCallDueAt(this.#state)
    if (dueMs === undefined) return
    const wait = Math.max(0, dueMs - this.#now())
    this.#cancelDue = this.#ports.clock.after(wait, () => this.#dispatch({ type: 'due', at: this.#now() }))
  }

  #run(effect: LiveCallEffect): void {
    switch (effect.type) {
      case 'open-microphone':
        return void this.#open()
      case 'connect':
        return this.#connect()
      case 'begin':
        this.#link?.send({ ...this.#ports.start(), type: 'live-start', liveId: this.#liveId })
        return void this.#microphone?.follow((frame) => this.#onFrame(frame))
      case 'close':
        return this.#close(effect.keepsMicrophone)
      case 'tell-mute':
        return this.#link?.send({ type: 'live-mute', liveId: this.#liveId, isMuted: effect.isMuted })
      case 'record':
        this.#recordings.begin(effect.utteranceId)
        return this.#controller.storeUtterance(
          effect.utteranceId,
          this.#recordings.microphoneOf(effect.utteranceId),
        )
      case 'discard':
        return this.#controller.discardUtterance(effect.utteranceId)
      case 'fall-back':
        return this.#fallBack(effect)
      case 'fail':
        this.#controller.show(listeningOfCall(CALL_OFF))
        return this.#controller.fail(effect.failure)
      case 'show-words':
        return this.#controller.showWords(effect.words)
      case 'duck':
        return this.#player?.duck(effect.isDucked)
      case 'pause':
        return this.#player?.setPaused(effect.isPaused)
      case 'silence':
        this.#playedSeconds = 0
        return this.#player?.flush()
      case 'tell-played':
        return this.#link?.send({
          type: 'live-interrupt',
          liveId: this.#liveId,
          replyId: effect.replyId,
          playedMs: this.#playedMs(),
        })
    }
  }

  async #open(): Promise<void> {
    const opening = new AbortController()
    this.#opening = opening
    try {
      const [opened, player] = await Promise.all([
        this.#ports.microphone.open(() => this.#onLost(), opening.signal),
        this.#player ??
          this.#ports.openPlayer({
            onPlayed: (position) => this.#onPlayed(position),
            volume: this.#ports.volume,
          }),
      ])
      this.#player = player
      if (opening.signal.aborted) return opened.close()
      this.#microphone = opened
      this.#listener = createCallListener(this.#ports.createDetector(), this.#ports.usesHeadphones)
      this.#dispatch({ type: 'microphone-opened', at: this.#now() })
    } catch (error) {
      if (opening.signal.aborted) return
      const reason = error instanceof MicrophoneError ? error.reason : 'unsupported'
      this.#dispatch({ type: 'microphone-failed', reason })
    }
  }

  /** Unplugged: turns continue, which find another microphone or report that there is none. */
  #onLost = (): void => this.#dispatch({ type: 'ended', reason: 'lost' })

  #connect(): void {
    this.#liveId = this.#ports.createId()
    this.#link = this.#ports.connect({
      ready: () => this.#dispatch({ type: 'server-ready', at: this.#now() }),
      answered: (answer) => this.#onAnswer(answer),
      sounded: (bytes) => this.#onSound(bytes),
      down: () => {
        this.#link = undefined
        this.#dispatch({ type: 'ended', reason: 'lost' })
      },
    })
  }

  #close(keepsMicrophone: boolean): void {
    this.#opening?.abort()
    if (this.#receivedReplyId !== undefined)
      this.#ports.conversation.replyLost(this.#receivedReplyId, !keepsMicrophone)
    this.#link?.send({ type: 'live-end', liveId: this.#liveId, playedMs: this.#playedMs() })
    this.#link?.close()
    this.#link = undefined
    this.#player?.flush()
    this.#receivedReplyId = undefined
    this.#captions = undefined
    this.#listener?.dispose()
    this.#listener = undefined
    if (!keepsMicrophone) this.releaseMicrophone()
  }

  #fallBack({ endReason, needsAnswer, utteranceId }: Extract<LiveCallEffect, { type: 'fall-back' }>): void {
    if (needsAnswer) this.#ports.conversation.askAgain()
    this.#hooks.continueWithTurns(
      utteranceId === undefined
        ? undefined
        : { utteranceId, openMicrophone: this.#recordings.microphoneOf(utteranceId) },
    )
    this.#ports.onFallBack(endReason)
  }

  #onFrame(frame: Frame): void {
    this.#recordings.push(frame)
    if (this.#state.phase !== 'talking') return
    const isVoiceAudible = this.#state.reply !== undefined && this.#playedSeconds > 0
    const { audio, change } = this.#listener?.push(
      frame,
      isVoiceAudible ? this.levels().playback : undefined,
    ) ?? { audio: undefined, change: undefined }
    if (change) this.#onVoice(change)
    if (audio && !this.#state.isMuted) this.#link?.sendAudio(audio)
  }

  #onVoice({ type, isLouderThanEcho }: VoiceChange): void {
    if (type === 'ended') return this.#dispatch({ type: 'voice-ended' })
    const utteranceId = this.#ports.createId()
    this.#dispatch({ type: 'voice-began', at: this.#now(), utteranceId, isLouderThanEcho })
  }

  #onSound(bytes: Uint8Array): void {
    const replyId = this.#state.phase === 'talking' ? this.#state.reply?.replyId : undefined
    if (replyId === undefined || replyId !== this.#receivedReplyId) return
    this.#player?.write(this.#decode(bytes))
  }

  #onPlayed(position: number): void {
    this.#playedSeconds = position
    this.#captions?.playedTo(position * 1_000)
    this.#endWhenPlayed()
  }

  #endWhenPlayed(): void {
    const written = this.#player?.end() ?? 0
    if (this.#playedSeconds >= written - PLAYED_MARGIN_SECONDS) this.#dispatch({ type: 'played-out' })
  }

  #onAnswer(answer: SocketAnswer): void {
    if (!('liveId' in answer) || answer.liveId !== this.#liveId) return
    const { conversation } = this.#ports
    switch (answer.type) {
      case 'live-started':
        return conversation.started(answer)
      case 'live-words':
        return this.#dispatch({ type: 'words', words: answer, at: this.#now() })
      case 'live-heard':
        return this.#onFinalWords(answer)
      case 'live-reply-started': {
        const { replyId } = answer
        this.#receivedReplyId = replyId
        this.#decode = createPcmDecoder()
        this.#captions = new ReplyCaptions((text) => conversation.replySpoken(replyId, text))
        conversation.replyStarted(answer)
        return this.#dispatch({ type: 'reply-started', replyId })
      }
      case 'live-reply-words':
        if (answer.replyId === this.#receivedReplyId) this.#captions?.add(answer.text, answer.atMs)
        return
      case 'live-tool':
        return conversation.tool(answer.replyId, answer.event)
      case 'live-reply-cut':
        return this.#dispatch({ type: 'reply-cut', replyId: answer.replyId })
      case 'live-reply-ended':
        if (this.#receivedReplyId === answer.replyId) this.#receivedReplyId = undefined
        this.#player?.endSentence()
        conversation.replyEnded(answer)
        this.#dispatch({ type: 'reply-ended', replyId: answer.replyId })
        return this.#endWhenPlayed()
      case 'live-agent':
      case 'live-voice':
      case 'live-expiring':
        // The reply names its agent, the page detects the voice by itself, and the end is announced when it comes.
        return
      case 'live-ended':
        this.#link?.close()
        this.#link = undefined
        return this.#dispatch({ type: 'ended', reason: answer.reason })
    }
  }

  #onFinalWords({ messageId, text, use }: Extract<SocketAnswer, { type: 'live-heard' }>): void {
    if (use === 'question') this.#ports.conversation.asked({ messageId, text, isSpoken: true })
    this.#dispatch({ type: 'transcribed', use })
    if (use === 'command') void this.#execute(text)
  }

  /** What is no command on this page at the moment is a message to the model. */
  async #execute(text: string): Promise<void> {
    if (!(await this.#ports.executeCommand(text))) this.say(text)
  }

  #playedMs(): number {
    return Math.round(this.#playedSeconds * 1_000)
  }

  #now(): number {
    return this.#ports.clock.now()
  }
}

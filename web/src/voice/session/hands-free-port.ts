import type { ConsentAnswer } from '@vee/contract/spoken/consent-answers'
import type { MicrophoneFailure } from '../capture/microphone-error.ts'
import type { OpenMicrophone } from '../capture/microphone.ts'
import type { InterimWords } from '../transcription/transcriber.ts'
import type { HandsFreeMode, Listening, ListeningMode } from './listening.ts'
import type { VoiceState } from './voice-state.ts'

/** Ports between a voice session and hands-free listening. */

/**
 * Why listening ended by itself: after a long silence; because nothing can transcribe; because nothing on this device
 * spots a wake word, and the user did not agree that sound leaves it before one.
 */
export type ListeningNotice = 'listening-idle' | 'transcription-unavailable' | 'wake-word-unavailable'
/** What is known of an utterance when it begins. */
export interface UtteranceDetails {
  /** its text; undefined: it is transcribed */
  readonly words?: string | undefined
  /** text of the voice that may be in its recording, and is removed from its transcript */
  readonly spokenText?: string | undefined
}

/** Commands that hands-free listening may give to a session. */
export interface VoiceSessionController {
  /** Starts an utterance that is being recorded. */
  beginUtterance(utteranceId: string, openMicrophone: OpenMicrophone, details?: UtteranceDetails): void
  endUtterance(utteranceId: string): void
  dropUtterance(utteranceId: string): void
  /**
   * Stores an utterance while it is recorded, in case the page closes or `beginUtterance` follows: for what a live model
   * listens to, and for speech that waits.
   */
  storeUtterance(utteranceId: string, openMicrophone: OpenMicrophone): void
  /** Stops recording a stored utterance, and deletes it. */
  discardUtterance(utteranceId: string): void
  /** Ends a stored utterance with these words and leaves it to the user, who finds it among pending utterances. */
  offerUtterance(utteranceId: string, words: string): void
  finishTurn(sends: boolean): void
  /** Interrupts a reply in progress. */
  interrupt(): void
  /** Takes back the question of a reply in progress, so that further words join it; stops the reply. */
  withdraw(): void
  duck(isDucked: boolean): void
  setPaused(isPaused: boolean): void
  fail(reason: MicrophoneFailure): void
  /** The user answered aloud whether a tool may be used. */
  answerConsent(callId: string, answer: ConsentAnswer): void
  /** Called when listening ended by itself. */
  notify(notice: ListeningNotice): void
  show(listening: Listening): void
  /** Shows the user's words while they are spoken. */
  showWords(words: InterimWords): void
  /** returns the text that is being spoken or was last, with the sentences before it; '' after the next question */
  spokenText(): string
  /** returns the playback level, 0…1 */
  playbackLevel(): number
  /** returns whether that level is measured, so that the echo of the voice can be estimated */
  isPlaybackMeasured(): boolean
  /** returns the current state of the machine */
  state(): VoiceState
}

/** Listening without a button. It is off on every page until it is started. */
export interface HandsFree {
  start(mode: HandsFreeMode): void
  stop(): void
  /** Called when the current or last utterance was cancelled by hand. Listening continues. */
  cancel(): void
  /** Called with every new state of the machine. */
  onTurn(state: VoiceState): void
  /** Called with an engine's judgement how probable it is that the speaker has finished, 0…1. */
  onTurnEnd(utteranceId: string, probability: number): void
  /** Called with the transcript of an utterance; '' if nothing of it is for the conversation. */
  onTranscribed(utteranceId: string, text: string): void
  /** Called when the user was asked whether a tool may be used, and with undefined when that is decided. */
  onConsentAsked(callId: string | undefined): void
  /** 0…1 */
  level(): number
}

/** A conversation with a live model, as far as the session controls it. */
interface LiveControls {
  /** Stops the voice of the model. Returns false if there is none. */
  interrupt(): boolean
  /** Gives typed text to the model. Returns false if there is none. */
  say(text: string): boolean
  /** Mutes the microphone, or unmutes it. */
  switchMute(): void
  /** Returns the level of the model's voice, 0…1. */
  playbackLevel(): number
}

/** The modes that listen without a button. */
export interface ListeningModes extends Omit<HandsFree, 'start'> {
  start(mode: ListeningMode): void
  /** undefined: the mode `live` is not available */
  readonly live?: LiveControls
}

export type CreateListeningModes = (controller: VoiceSessionController) => ListeningModes

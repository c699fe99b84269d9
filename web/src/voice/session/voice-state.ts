import type { MicrophoneFailure } from '../capture/microphone-error.ts'
import type { TranscriptionFailure } from '../transcription/transcriber.ts'
import type { Listening } from './listening.ts'
import type { TranscriptionQueue } from './transcription-queue.ts'

/**
 * How the microphone button is used: held since this time (ms of the session's clock), or tapped, which
 * records until the next press. A press is a hold until it is released within TAP_LIMIT_MS.
 */
type Gesture =
  | { readonly mode: 'hold'; readonly since: number }
  | { readonly mode: 'tap' }
  /** hands-free listening detected speech, and detects its end */
  | { readonly mode: 'hands-free' }

/**
 * Why a recording has no text for the conversation; `no-sound`: the microphone delivered digital silence, as a
 * muted one does; `obeyed`: its words were a command to the page.
 */
export type EmptyHint = 'too-short' | 'no-speech' | 'no-sound' | 'obeyed'

/** Why a press had no result, without an error. */
export type Hint = 'released-early' | EmptyHint

type VoiceFailure = MicrophoneFailure | TranscriptionFailure | 'no-reply' | 'reply-failed'

interface Idle {
  readonly phase: 'idle'
  readonly hint: Hint | undefined
}

/** Speech since the last review or send. */
export interface SpeechBefore {
  /** utterances that are being transcribed */
  readonly queue: TranscriptionQueue
  /** The message field contains earlier transcripts: they are reviewed or sent even without further text. */
  readonly hasWords?: true
}

/** The microphone is being opened; the browser may be asking for permission. */
interface Opening extends SpeechBefore {
  readonly phase: 'opening'
  readonly utteranceId: string
  readonly gesture: Gesture
}

export interface Capturing extends SpeechBefore {
  readonly phase: 'capturing'
  readonly utteranceId: string
  readonly gesture: Gesture
}

/** At least one utterance is being transcribed, and the microphone is closed. */
export interface TranscribingState extends SpeechBefore {
  readonly phase: 'transcribing'
  /** Send was pressed before all transcripts were complete */
  readonly sendsWhenTranscribed: boolean
  /** hands-free: the turn may continue, so there is nothing to review yet */
  readonly isTurnOpen?: true
}

/** The transcript is in the message field, with Send focused. */
interface Reviewing {
  readonly phase: 'reviewing'
}

/**
 * A voice without audio: `off` if the reply is text only or was stopped; `coming` until the first audio; `paused` if
 * that waits until a person has finished; `blocked` until a user gesture unlocks audio.
 */
type SilentVoice = 'off' | 'coming' | 'paused' | 'blocked'

/** The question was sent, and no text of the reply has arrived. */
interface Waiting {
  readonly phase: 'waiting'
  readonly turnId: string
  readonly voice: SilentVoice
  /** its voice, which does not exist yet, begins paused */
  readonly beginsPaused?: true
}

/** The reply is being written, or its audio is about to start. */
type Replying =
  | {
      readonly phase: 'replying'
      readonly turnId: string
      readonly isWriting: true
      readonly voice: SilentVoice
    }
  | {
      readonly phase: 'replying'
      readonly turnId: string
      readonly isWriting: false
      readonly voice: Exclude<SilentVoice, 'off'>
      /** the reply failed; the text so far is still spoken */
      readonly hasFailed?: boolean
    }

/** The reply is audible, and may still be written. */
interface Speaking {
  readonly phase: 'speaking'
  readonly turnId: string
  readonly isWriting: boolean
  /** paused, to resume from the same sample */
  readonly isPaused: boolean
  /** as for a reply without audio */
  readonly hasFailed?: boolean
}

interface Failed {
  readonly phase: 'failed'
  readonly reason: VoiceFailure
  readonly queue: TranscriptionQueue
}

/** Typed text enters at `waiting`. A replay enters at `replying` as a separate turn. */
export type VoiceState =
  | Idle
  | Opening
  | Capturing
  | TranscribingState
  | Reviewing
  | Waiting
  | Replying
  | Speaking
  | Failed

/** The visual states of the app. */
export type VisualState =
  | 'idle'
  | 'connecting'
  | 'listening'
  | 'transcribing'
  | 'thinking'
  | 'processing'
  | 'responding'
  | 'speaking'
  | 'vad-wake'
  | 'vad-active'
  | 'error'

/** Returns the visual state, and with it label and picture, for a voice state. */
export function visualStateOf(state: VoiceState, listening: Listening): VisualState {
  switch (state.phase) {
    case 'idle':
    case 'reviewing':
      return visualOfListening(listening)
    case 'opening':
      return 'connecting'
    case 'capturing':
      return listening.kind === 'off' ? 'listening' : visualOfListening(listening)
    case 'transcribing':
      return listening.kind === 'pausing' ? 'listening' : 'transcribing'
    case 'waiting':
      return 'thinking'
    case 'replying':
      return state.isWriting ? 'responding' : 'processing'
    case 'speaking':
      return 'speaking'
    case 'failed':
      // An open microphone takes precedence: a failure is stored and shown at its utterance.
      return listening.kind === 'off' ? 'error' : visualOfListening(listening)
  }
}

function visualOfListening({ kind, ...listening }: Listening): VisualState {
  switch (kind) {
    case 'live':
      return 'activity' in listening ? listening.activity : 'listening'
    case 'off':
      return 'idle'
    case 'opening':
      return 'connecting'
    case 'command':
      return 'vad-wake'
    case 'talking':
      return 'mode' in listening && listening.mode === 'voice-activation' ? 'vad-active' : 'listening'
    case 'wake-word':
    case 'ready':
    case 'pausing':
    case 'replying':
      return 'listening'
  }
}

export function isMicrophoneOpen(state: VoiceState): boolean {
  return state.phase === 'opening' || state.phase === 'capturing'
}

/** A press shorter than this is a tap. */
export const TAP_LIMIT_MS = 300
/** Longest recording: the 600 s that /stt accepts, less the pre-roll and timer delay. */
const CAPTURE_LIMIT_MS = 598_000

/** Time to read and answer the browser's permission question. */
const OPENING_LIMIT_MS = 60_000
/** Requests time out after 90 s; this covers an engine or conversation that reports no end. */
const TRANSCRIPTION_LIMIT_MS = 100_000
const REPLY_LIMIT_MS = 100_000
/** Longest time from the end of a reply, or from one sentence, to the next sentence. */
const SENTENCE_LIMIT_MS = 60_000

/**
 * Returns how long a state may last without progress, in ms; then the machine receives `timed-out`. Returns
 * undefined for states in which nothing is open or running.
 */
export function timeLimitOf(state: VoiceState): number | undefined {
  switch (state.phase) {
    case 'idle':
    case 'reviewing':
    case 'failed':
      return undefined
    case 'opening':
      return OPENING_LIMIT_MS
    case 'capturing':
      return CAPTURE_LIMIT_MS
    case 'transcribing':
      return TRANSCRIPTION_LIMIT_MS
    case 'waiting':
      return REPLY_LIMIT_MS
    case 'replying':
      if (state.voice === 'blocked' && !state.isWriting) return undefined
      return state.isWriting ? REPLY_LIMIT_MS : SENTENCE_LIMIT_MS
    case 'speaking':
      if (state.isPaused && !state.isWriting) return undefined
      return state.isWriting ? REPLY_LIMIT_MS : SENTENCE_LIMIT_MS
  }
}

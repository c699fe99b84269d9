import type { MicrophoneFailure } from '../capture/microphone-error.ts'
import type { HearingFailure } from '../hear/transcriber.ts'
import type { Listening } from './listening.ts'
import type { HearingQueue } from './hearing-queue.ts'

/**
 * How the microphone button is used: held down since then (ms of the session's clock), or tapped, so that it listens
 * until the next press. A press is a hold until it is released in less than TAP_LIMIT_MS.
 */
type Gesture =
  | { readonly mode: 'hold'; readonly since: number }
  | { readonly mode: 'tap' }
  /** nobody pressed: hands-free listening found that somebody speaks, and finds where it ends */
  | { readonly mode: 'hands-free' }

/** Why nothing of a recording is for the conversation: `obeyed` when its words were a command to the page. */
export type EmptyHint = 'too-short' | 'no-speech' | 'obeyed'

/** Why a press came to nothing, when nothing is wrong. */
export type Hint = 'released-early' | EmptyHint

type VoiceFailure = MicrophoneFailure | HearingFailure | 'no-reply' | 'reply-failed'

interface Idle {
  readonly phase: 'idle'
  readonly hint: Hint | undefined
}

/** What was said before, since words were last reviewed or sent. */
export interface SaidBefore {
  /** utterances that are still being transcribed */
  readonly queue: HearingQueue
  /** Words of others are in the message field: they are reviewed, or sent, although nothing more is heard. */
  readonly hasWords?: true
}

/** The microphone is being opened; the browser may be asking the user for it. */
interface Opening extends SaidBefore {
  readonly phase: 'opening'
  readonly utteranceId: string
  readonly gesture: Gesture
}

export interface Capturing extends SaidBefore {
  readonly phase: 'capturing'
  readonly utteranceId: string
  readonly gesture: Gesture
}

/** At least one utterance is being transcribed, and the microphone is closed. */
export interface Hearing extends SaidBefore {
  readonly phase: 'hearing'
  /** Send was pressed before everything was heard */
  readonly sendsWhenHeard: boolean
  /** hands-free: more may be said in this turn, so there is nothing to review yet */
  readonly isTurnOpen?: true
}

/** The transcript is in the message field, with Send focused. */
interface Reviewing {
  readonly phase: 'reviewing'
}

/**
 * A voice that is not heard: `off` when the reply is only read, or was silenced; `coming` until the first sound;
 * `blocked` while the browser wants a touch before it lets sound out.
 */
type SilentVoice = 'off' | 'coming' | 'blocked'

/** Asked, and not a word of the reply is there. */
interface Waiting {
  readonly phase: 'waiting'
  readonly turnId: string
  readonly voice: SilentVoice
}

/** The reply is being written, or its voice is about to sound. */
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
      /** the reply was cut off by a fault; what came of it is still said */
      readonly hasFailed?: boolean
    }

/** The reply is heard, and may still be written. */
interface Speaking {
  readonly phase: 'speaking'
  readonly turnId: string
  readonly isWriting: boolean
  /** silent, and to go on from the same sample */
  readonly isHeld: boolean
  /** as of a reply that is not heard yet */
  readonly hasFailed?: boolean
}

interface Failed {
  readonly phase: 'failed'
  readonly reason: VoiceFailure
  readonly queue: HearingQueue
}

/** Typed text enters at `waiting`. A replay enters at `replying`, as a turn of its own. */
export type VoiceState =
  | Idle
  | Opening
  | Capturing
  | Hearing
  | Reviewing
  | Waiting
  | Replying
  | Speaking
  | Failed

/** The app visual states. */
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

/** Which of the app's visual states, and so which label and picture, stands for a voice state. */
export function visualStateOf(state: VoiceState, listening: Listening): VisualState {
  switch (state.phase) {
    case 'idle':
    case 'reviewing':
      return visualOfListening(listening)
    case 'opening':
      return 'connecting'
    case 'capturing':
      return listening.kind === 'off' ? 'listening' : visualOfListening(listening)
    case 'hearing':
      return listening.kind === 'pausing' ? 'listening' : 'transcribing'
    case 'waiting':
      return 'thinking'
    case 'replying':
      return state.isWriting ? 'responding' : 'processing'
    case 'speaking':
      return 'speaking'
    case 'failed':
      // An open microphone is shown before anything else: what failed is kept, and says so where it is.
      return listening.kind === 'off' ? 'error' : visualOfListening(listening)
  }
}

function visualOfListening({ kind, ...listening }: Listening): VisualState {
  switch (kind) {
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
/** Longest recording: the 600 s that /stt takes, less the pre-roll and a late timer. */
const CAPTURE_LIMIT_MS = 598_000

/** Long enough to read and answer the browser's question. */
const OPENING_LIMIT_MS = 60_000
/** The calls end by themselves after 90 s; these are for an engine or a conversation that forgets to say so. */
const HEARING_LIMIT_MS = 100_000
const REPLY_LIMIT_MS = 100_000
/** Longest time from the end of a reply, or from one sentence, to the next sentence. */
const SENTENCE_LIMIT_MS = 60_000

/**
 * How long a state may last without news, in ms; then the machine gets `timed-out`. The states in which nothing is open
 * and nothing runs wait for the user without a limit.
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
    case 'hearing':
      return HEARING_LIMIT_MS
    case 'waiting':
      return REPLY_LIMIT_MS
    case 'replying':
      if (state.voice === 'blocked' && !state.isWriting) return undefined
      return state.isWriting ? REPLY_LIMIT_MS : SENTENCE_LIMIT_MS
    case 'speaking':
      if (state.isHeld && !state.isWriting) return undefined
      return state.isWriting ? REPLY_LIMIT_MS : SENTENCE_LIMIT_MS
  }
}

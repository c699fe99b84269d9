import type { OnWords } from './speech-api.ts'
import type { SpeechOutputNotice } from '../speech-output.ts'
import type { VoiceSpeaker } from './cast-voices.ts'

/**
 * Sources of speech in order of fallback: natural voices of the server, voices of the browser, basic voices
 * of the server.
 */
export type SpeechSourceId = 'server' | 'browser' | 'server-basic'

export interface SynthesisRequest {
  readonly text: string
  /** BCP 47 */
  readonly language: string
  /** called with the words of samples, by voices that know their times */
  readonly onWords?: OnWords
  /** it is no text of the reply, of which a server may be sending the speech */
  readonly isAside?: boolean
  /** the agent whose text it is; default: that of the settings */
  readonly agentId?: string | undefined
  /** it begins what the agent says: the name is said first where another speaker has the same voice */
  readonly isIntroduction?: boolean
}

/** Callbacks of a self-playing voice. */
export interface SelfPlayed {
  started(): void
  /** called when the first `length` code units of the text have been spoken */
  onSpoken(length: number): void
}

/** Speech: samples for the player, or a self-playing voice. */
export type SynthesizedSpeech =
  /**
   * 16-bit little-endian mono at SPEECH_SAMPLE_RATE, in any chunks, to be played at `speed` times its rate, which raises
   * the pitch as much
   */
  | { readonly type: 'samples'; readonly bytes: AsyncIterable<Uint8Array>; readonly speed: number }
  /**
   * `play` speaks and resolves at the end; `setPaused` pauses or resumes it; `play` rejects like `make`, or with a
   * GestureNeededError
   */
  | {
      readonly type: 'self-played'
      readonly play: (on: SelfPlayed) => Promise<void>
      readonly setPaused: (isPaused: boolean) => void
    }

export interface SpeechSource {
  readonly id: SpeechSourceId
  /** Rejects with a SpeechSourceError, an UnreadableTextError, or with the signal's reason when it was aborted. */
  make(request: SynthesisRequest, signal: AbortSignal): Promise<SynthesizedSpeech>
}

/** Why a source is silent, if the user should know. */
export type PlaybackFailureReason = Extract<
  SpeechOutputNotice,
  | 'voice-server-unavailable'
  | 'voice-credits-exhausted'
  | 'voice-own-key-refused'
  | 'browser-speech-unsupported'
  | 'browser-voices-missing'
>

/**
 * Thrown when a source cannot speak; the next one is used. Without a cause it was never available, which is
 * no failure.
 */
export class SpeechSourceError extends Error {
  readonly reason: PlaybackFailureReason | undefined

  constructor(reason: PlaybackFailureReason | undefined, options?: ErrorOptions) {
    super(`no speech: ${reason ?? 'no such voice'}`, options)
    this.name = 'SpeechSourceError'
    this.reason = reason
  }
}

/**
 * Thrown when a source has nothing to say for a text: no voice of it knows the script, or nothing in the text is
 * pronounced. The next source is used for this text only, and the source keeps its place.
 */
export class UnreadableTextError extends Error {
  constructor() {
    super('no voice of this source reads the text')
    this.name = 'UnreadableTextError'
  }
}

/** Thrown when the browser blocks speech before a user gesture. */
export class GestureNeededError extends Error {
  constructor() {
    super('no speech before a gesture')
    this.name = 'GestureNeededError'
  }
}

export interface VoiceSettings {
  readonly provider: 'server' | 'browser'
  /** those of the conversation, in the order in which they joined */
  readonly speakers: readonly VoiceSpeaker[]
  /** the agent that speaks if a request names none */
  readonly agentId: string
  /** 0.25…4, multiplied by the pace of the agent */
  readonly rate: number
  /** 0…2; browser voices only */
  readonly pitch: number
  /** 0…1 */
  readonly volume: number
}

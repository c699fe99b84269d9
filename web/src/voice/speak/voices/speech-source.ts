import type { VoiceWish } from '@vee/contract/entities/voice'
import type { SpeakerNotice } from '../speaker.ts'

/** What makes speech, in order of fallback: natural voices of the server, voices of the browser, basic voices of the server. */
export type SpeechSourceId = 'server' | 'browser' | 'server-basic'

export interface SpeechOrder {
  readonly text: string
  /** BCP 47 */
  readonly language: string
}

/** Told while a voice that plays by itself speaks. */
export interface SelfPlayed {
  started(): void
  /** the first `length` code units of the text have been said */
  said(length: number): void
}

/** Speech on its way: samples for the player, or a voice that plays by itself. */
export type Speech =
  /** 16-bit little-endian mono at SPEECH_SAMPLE_RATE, cut anywhere */
  | { readonly type: 'samples'; readonly bytes: AsyncIterable<Uint8Array> }
  /** `play` speaks when it is called and is over when the voice is; `hold` silences it there, or lets it go on; `play` rejects like `make`, or with a GestureNeededError */
  | {
      readonly type: 'self-played'
      readonly play: (on: SelfPlayed) => Promise<void>
      readonly hold: (isHeld: boolean) => void
    }

export interface SpeechSource {
  readonly id: SpeechSourceId
  /** Rejects with a SpeechSourceError, or with the signal's reason when it was aborted. */
  make(order: SpeechOrder, signal: AbortSignal): Promise<Speech>
}

/** Why a source stays silent, where the user is to know. */
export type SilenceCause = Extract<
  SpeakerNotice,
  | 'voice-server-unavailable'
  | 'voice-credits-exhausted'
  | 'voice-own-key-refused'
  | 'browser-speech-unsupported'
  | 'browser-voices-missing'
>

/** A source cannot say it; the next one is to. Without a cause it was never there, which is no failure. */
export class SpeechSourceError extends Error {
  readonly silence: SilenceCause | undefined

  constructor(silence: SilenceCause | undefined, options?: ErrorOptions) {
    super(`no speech: ${silence ?? 'no such voice'}`, options)
    this.name = 'SpeechSourceError'
    this.silence = silence
  }
}

/** The browser lets no voice speak before the user has touched the page. */
export class GestureNeededError extends Error {
  constructor() {
    super('no speech before a gesture')
    this.name = 'GestureNeededError'
  }
}

export interface VoiceSettings {
  /** how the assistant wishes to sound where no voice was selected */
  readonly wish?: VoiceWish | undefined
  readonly provider: 'server' | 'browser'
  /** a voice's id; empty chooses one by the language */
  readonly voiceId: string
  /** 0.25…4 */
  readonly rate: number
  /** 0…2; of browser voices only */
  readonly pitch: number
  /** 0…1 */
  readonly volume: number
}

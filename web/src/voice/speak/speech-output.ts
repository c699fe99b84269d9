import type { SpokenRange } from './spoken-range.ts'

/** A reply that is about to be written and spoken. */
export interface SpokenTurn {
  readonly turnId: string
  readonly replyId: string
  /** BCP 47 tag of the reply's language */
  readonly language: string
  /** the agent whose reply it is; default: that of the settings */
  readonly agentId?: string
}

/** The position at which a voice was stopped. */
export interface StoppedSpeech {
  /**
   * offset in the reply's Markdown source, in UTF-16 code units: text before it was played, text after it was
   * not
   */
  readonly playedUntil: number
}

/**
 * The reason why another voice than the chosen one is used, or none. Each has a text, is shown once per page,
 * and does not stop the reply. The first five are causes, the last three name the replacement.
 */
export type SpeechOutputNotice =
  | 'voice-server-unavailable'
  /** the provider setting should change to the browser's voice */
  | 'voice-credits-exhausted'
  | 'voice-own-key-refused'
  | 'browser-speech-unsupported'
  | 'browser-voices-missing'
  | 'voice-browser'
  | 'voice-basic'
  | 'voice-silent'

/** A sentence of the page itself within a reply, as the question whether a tool may be used. */
export interface Aside {
  readonly id: string
  /** plain text */
  readonly text: string
  /** it is not spoken if text of the reply arrives before it begins */
  readonly yieldsToText: boolean
}

/**
 * Every event carries the id of its turn. The order is `started`, any number of `sentence` and `word`, then exactly one
 * of `finished` and `stopped`; a turn without text to speak emits `finished` only. An aside is spoken between
 * `aside-started` and `aside-ended`; after that the voice is silent until the next `started`.
 */
export type SpeechOutputEvent =
  | { readonly type: 'started'; readonly turnId: string }
  | { readonly type: 'sentence'; readonly turnId: string; readonly range: SpokenRange }
  /** a word of the sentence, by voices that know when their words sound */
  | { readonly type: 'word'; readonly turnId: string; readonly range: SpokenRange }
  | { readonly type: 'aside-started'; readonly turnId: string; readonly aside: Aside }
  | { readonly type: 'aside-ended'; readonly turnId: string; readonly aside: Aside }
  /** everything appended before `end` was played */
  | { readonly type: 'finished'; readonly turnId: string }
  | { readonly type: 'stopped'; readonly turnId: string; readonly playedUntil: number }
  /** the browser blocks audio before a user gesture: show a control that calls `unlock` */
  | { readonly type: 'needs-gesture'; readonly turnId: string }
  | { readonly type: 'notice'; readonly turnId: string; readonly notice: SpeechOutputNotice }

/** Speaks one reply at a time. Calls for an ended turn are ignored. Its methods never throw. */
export interface SpeechOutput {
  /** Starts a turn and stops the previous one. */
  begin(turn: SpokenTurn): void
  append(turnId: string, markdownDelta: string): void
  /**
   * Removes that many characters from the end of the appended text: speech of them stops at once, without an event, and
   * the voice continues with what is left and with what is appended afterwards.
   */
  retract(turnId: string, length: number): void
  /** Speaks a sentence that is no text of the reply, after the text so far. */
  addAside(turnId: string, aside: Aside): void
  /** Stops that sentence, or does not speak it at all; the reply continues. */
  dropAside(turnId: string, asideId: string): void
  /** Called after the last text: speaks the rest, then emits `finished`. */
  end(turnId: string): void
  /** Stops within a tenth of a second. No-op without speech. */
  stop(): StoppedSpeech
  /** Lowers the volume by 12 dB, or restores it. No-op without speech. */
  duck(isDucked: boolean): void
  /** Pauses in place, or resumes. No-op without speech. */
  setPaused(isPaused: boolean): void
  /**
   * Speaks a finished reply again, from the sentence at an offset of its source. It is a separate turn:
   * events of the previous one, even of the same reply, do not belong to it.
   */
  replay(turn: SpokenTurn, markdown: string, fromOffset: number): void
  /** Unlocks audio. Call it within a user gesture; waiting speech starts to play. */
  unlock(): void
  /** Returns the loudness of current playback, 0…1. */
  level(): number
  /** Returns whether that is measured; the browser's own voices are only estimated from their words. */
  isMeasured(): boolean
  /** Returns a function that unsubscribes. */
  subscribe(listener: (event: SpeechOutputEvent) => void): () => void
  /** Stops and releases the audio resources. */
  dispose(): void
}

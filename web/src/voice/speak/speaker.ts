import type { SpokenRange } from './spoken-range.ts'

/** A reply that is about to be written and said. */
export interface SpokenTurn {
  readonly turnId: string
  readonly replyId: string
  /** BCP 47 tag of the language the reply is said in */
  readonly language: string
}

/** How far a voice had come when it was stopped. */
export interface StoppedSpeech {
  /** offset in the reply's Markdown source, in UTF-16 code units: text before it was heard, text from it on was not */
  readonly heardUntil: number
}

/**
 * Why the user hears another voice than the chosen one, or none. Each has a text, is said once per page, and none stops
 * the reply. The first five are causes, the last three say which voice took over.
 */
export type SpeakerNotice =
  | 'voice-server-unavailable'
  /** the provider setting is to become the browser's voice */
  | 'voice-credits-exhausted'
  | 'voice-own-key-refused'
  | 'browser-speech-unsupported'
  | 'browser-voices-missing'
  | 'voice-browser'
  | 'voice-basic'
  | 'voice-silent'

/**
 * Every event carries the id of the turn it was begun with.
 * The order is `started`, then any `sentence`, then exactly one of `finished` and `stopped`;
 * a turn with nothing to say goes to `finished` without `started`.
 */
export type SpeakerEvent =
  | { readonly type: 'started'; readonly turnId: string }
  | { readonly type: 'sentence'; readonly turnId: string; readonly range: SpokenRange }
  /** everything that was appended before `end` has been played */
  | { readonly type: 'finished'; readonly turnId: string }
  | { readonly type: 'stopped'; readonly turnId: string; readonly heardUntil: number }
  /** the browser lets no sound out before the user touches the page: offer a control that calls `unlock` */
  | { readonly type: 'needs-gesture'; readonly turnId: string }
  | { readonly type: 'notice'; readonly turnId: string; readonly notice: SpeakerNotice }

/** The mouth: says one reply at a time. What comes for a turn that is over is ignored. Nothing here throws. */
export interface Speaker {
  /** Starts a turn; whatever was being said before is stopped. */
  begin(turn: SpokenTurn): void
  append(turnId: string, markdownDelta: string): void
  /** Nothing more will be appended: say the rest, then report `finished`. */
  end(turnId: string): void
  /** Silence within a tenth of a second. Harmless when nothing is being said. */
  stop(): StoppedSpeech
  /** Softer by 12 dB, or as loud as before. Harmless when nothing is being said. */
  duck(isDucked: boolean): void
  /** Silence that keeps its place, or on from there. Harmless when nothing is being said. */
  hold(isHeld: boolean): void
  /**
   * Says a finished reply again, from the beginning of what is said at an offset of its source. It is a turn of its own: what
   * is told of the one before, of the same reply perhaps, is not taken for its own.
   */
  replay(turn: SpokenTurn, markdown: string, fromOffset: number): void
  /** Lets sound out. Call it inside a user gesture; what waited for it begins to play. */
  unlock(): void
  /** Loudness of what is being played now, 0…1. */
  level(): number
  /** Returns the way to unsubscribe. */
  subscribe(listener: (event: SpeakerEvent) => void): () => void
  /** Stops and frees the audio. */
  dispose(): void
}

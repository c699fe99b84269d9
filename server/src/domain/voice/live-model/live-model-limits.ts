/** Times and numbers of conversations with live models. */
export interface LiveModelLimits {
  /** until the vendor accepts the session, in ms */
  readonly startMs: number
  /** between two events of a response, in ms */
  readonly stallMs: number
  /** until the final words of a turn, in ms */
  readonly wordsMs: number
  /** how long the sound of a reply waits for the words that it answers, which may be a command, in ms */
  readonly holdMs: number
  /** until a client reports what was played of an interrupted reply, in ms */
  readonly cutMs: number
  /** without a sound or a word of either side, in ms */
  readonly idleMs: number
  /** how long before its end a conversation is announced to expire, in ms */
  readonly expiringMs: number
  readonly perCaller: number
  readonly perNetwork: number
  /** sound of one reply that waits for a slow client, in bytes: three minutes */
  readonly soundBytes: number
}

export const LIVE_MODEL_LIMITS: LiveModelLimits = {
  startMs: 10_000,
  stallMs: 20_000,
  wordsMs: 8_000,
  holdMs: 600,
  cutMs: 500,
  idleMs: 300_000,
  expiringMs: 60_000,
  perCaller: 4,
  perNetwork: 64,
  soundBytes: 180 * 48_000,
}

/** A longer turn is no command, so that its reply does not wait for its words, in ms. */
export const MAX_COMMAND_MS = 3_000

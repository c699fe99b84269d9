/** How long replies run and are kept. Times in milliseconds. */
export interface ReplyLimits {
  /** a reply that nobody reads is cut after this: long enough for a reload or a tunnel */
  readonly abandonedAfterMs: number
  /** a reply is cut after this, whatever its provider says */
  readonly longestMs: number
  /** in UTF-16 code units; a longer answer is cut there */
  readonly longestText: number
  /** a finished reply can be read again for this long */
  readonly keptMs: number
  /** finished replies that are kept; the oldest go first */
  readonly keptReplies: number
  /** all that kept replies hold together, in UTF-16 code units, with something for each event */
  readonly keptSize: number
  /** at a stop, running replies may go on for this long; whoever stops a server commonly waits 10 s in all */
  readonly drainMs: number
}

export const REPLY_LIMITS: ReplyLimits = {
  abandonedAfterMs: 60_000,
  longestMs: 15 * 60_000,
  longestText: 1_000_000,
  keptMs: 10 * 60_000,
  keptReplies: 5_000,
  keptSize: 50_000_000,
  drainMs: 8_000,
}

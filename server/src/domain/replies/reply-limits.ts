/** How long replies run and are cached, in milliseconds. */
export interface ReplyLimits {
  /** a reply without readers is aborted after this time: long enough for a reload or a tunnel */
  readonly abandonedAfterMs: number
  /** a reply is aborted after this time */
  readonly maxMs: number
  /** in UTF-16 code units; a longer answer is truncated */
  readonly longestText: number
  /** a finished reply can be read again for this time */
  readonly ttlMs: number
  /** maximum number of cached replies; the oldest are removed first */
  readonly maxStoredReplies: number
  /** maximum size of cached replies, in UTF-16 code units, with an overhead per event */
  readonly keptSize: number
  /** at shutdown, running replies may continue for this time; process managers commonly wait 10 s in all */
  readonly drainMs: number
}

export const REPLY_LIMITS: ReplyLimits = {
  abandonedAfterMs: 60_000,
  maxMs: 15 * 60_000,
  longestText: 1_000_000,
  ttlMs: 10 * 60_000,
  maxStoredReplies: 5_000,
  keptSize: 50_000_000,
  drainMs: 8_000,
}

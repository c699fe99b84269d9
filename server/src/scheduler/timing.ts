/** Deviation of a period from its mean, so that servers that started together do not work together. */
const JITTER_SHARE = 0.1
/** Duration of a lease, as a part of the period: shorter than the shortest period. */
const LEASE_SHARE = 0.8
const MAX_TIME_LIMIT_MS = 5 * 60_000

/** Returns the delay before the first run, in ms: anywhere in the first period. */
export const firstDelayMs = (everyMs: number, random: number): number => Math.round(everyMs * random)

/** Returns the delay between the starts of two runs, in ms: the period ± 10 %. */
export const nextDelayMs = (everyMs: number, random: number): number =>
  Math.round(everyMs * (1 + JITTER_SHARE * (2 * random - 1)))

/** Returns for how long a run excludes the other servers, in ms. */
export const leaseMs = (everyMs: number): number => Math.round(everyMs * LEASE_SHARE)

/** Returns the time limit of a run, in ms: it ends before the lease. */
export const timeLimitMs = (everyMs: number): number => Math.min(leaseMs(everyMs), MAX_TIME_LIMIT_MS)

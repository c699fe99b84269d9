/** Durations in milliseconds. A day is 24 hours: days of a calendar, which a change of the clocks makes longer or shorter, are in time-zone.ts. */
export const MINUTE_MS = 60_000
export const HOUR_MS = 60 * MINUTE_MS
export const DAY_MS = 24 * HOUR_MS

/** Returns 00:00 UTC of the next day, in milliseconds since 1970. */
export const nextMidnight = (time: number): number => (Math.floor(time / DAY_MS) + 1) * DAY_MS

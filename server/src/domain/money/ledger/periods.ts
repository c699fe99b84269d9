export type PeriodLength = 'day' | 'month'

/** Returns the day (2026-11-21) or month (2026-11) of a time in milliseconds since 1970, in UTC. */
export function periodAt(length: PeriodLength, time: number): string {
  return new Date(time).toISOString().slice(0, length === 'day' ? 10 : 7)
}

/** A use that is still reserved after this many milliseconds lost its server: none takes this long. */
export const LEASE_MS = 16 * 60_000

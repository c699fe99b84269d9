import {
  type RateLimitCount,
  countRateLimitUse,
  readRateLimitCount,
  revertRateLimitUse,
  type RateLimitUse,
} from '#db/queries/rate-limit-counters.ts'
import type { Database } from '#db/schema.ts'

/** Counts uses in time windows, for limits that survive restarts and are shared by servers. */
export interface Counters {
  /** Counts one use, atomically. Returns undefined, and counts nothing, if the window is full. */
  count(use: RateLimitUse): Promise<RateLimitCount | undefined>
  /** Reverts one use in an open window. */
  uncount(key: string, now: number): Promise<void>
  /** Returns the count of an open window; undefined if there is none. */
  read(key: string, now: number): Promise<RateLimitCount | undefined>
}

/** Creates counters in the database. */
export function databaseCounters(database: Database): Counters {
  return {
    count: (use) => countRateLimitUse(database, use),
    uncount: (key, now) => revertRateLimitUse(database, key, now),
    read: (key, now) => readRateLimitCount(database, key, now),
  }
}

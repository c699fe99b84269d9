import { type Count, countUse, readCount, takeBackUse, type CounterUse } from '#db/queries/counters.ts'
import type { Database } from '#db/schema.ts'

/** Counts uses in time windows, for limits that survive restarts and are shared by servers. */
export interface Counters {
  /** Counts one use, atomically. Returns undefined, and counts nothing, if the window is full. */
  count(use: CounterUse): Promise<Count | undefined>
  /** Reverts one use in an open window. */
  uncount(key: string, now: number): Promise<void>
  /** Returns the count of an open window; undefined if there is none. */
  read(key: string, now: number): Promise<Count | undefined>
}

/** Creates counters in the database. */
export function databaseCounters(database: Database): Counters {
  return {
    count: (use) => countUse(database, use),
    uncount: (key, now) => takeBackUse(database, key, now),
    read: (key, now) => readCount(database, key, now),
  }
}

import { type Count, countUse, readCount, takeBackUse, type Use } from '#db/queries/counters.ts'
import type { Database } from '#db/schema.ts'

/** Counts uses in windows of time, for limits that hold across restarts and servers. */
export interface Counters {
  /** Counts one use. Undefined when the window has no room, and then nothing is counted; however many try at once. */
  count(use: Use): Promise<Count | undefined>
  /** Takes one use back out of an open window. */
  takeBack(key: string, now: number): Promise<void>
  /** The count of an open window; undefined when none is open. */
  read(key: string, now: number): Promise<Count | undefined>
}

/** Counts in the database. */
export function databaseCounters(database: Database): Counters {
  return {
    count: (use) => countUse(database, use),
    takeBack: (key, now) => takeBackUse(database, key, now),
    read: (key, now) => readCount(database, key, now),
  }
}

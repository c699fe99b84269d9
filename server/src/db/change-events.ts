import type { Database } from './schema.ts'

type Heard = (topic: string) => void

const hearers = new WeakMap<Database, Heard>()

/** From now on `heard` is told of all that may have been changed through this database, once it is committed. */
export function subscribeToChanges(database: Database, heard: Heard): void {
  hearers.set(database, heard)
}

/** What transactions that are not committed yet have to tell. */
const held = new WeakMap<Database, string[]>()

/**
 * Tells of a change: of an organization by its id, or of somebody's sessions and seats. At once, of what is committed; within
 * a write transaction when that is, and never when it is rolled back.
 */
export function publishChange(database: Database, topic: string): void {
  const untilCommit = held.get(database)
  if (untilCommit) untilCommit.push(topic)
  else hearers.get(database)?.(topic)
}

/** From now on what is told within the transaction is added to the topics instead. */
export function holdChanges(transaction: Database, topics: string[]): void {
  held.set(transaction, topics)
}

/** Those that a passphrase opened. */
export const SHARED_SESSIONS = 'sessions:shared'
export const sessionsOf = (userId: string) => `sessions:${userId}`

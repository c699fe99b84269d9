import type { Database } from './schema.ts'

type Heard = (topic: string) => void

const hearers = new WeakMap<Database, Heard>()

/** Subscribes `heard` to all changes through this database, after their commit. */
export function subscribeToChanges(database: Database, heard: Heard): void {
  hearers.set(database, heard)
}

/** Events of transactions that are not committed yet. */
const held = new WeakMap<Database, string[]>()

/**
 * Publishes a change: of an organization by its id, or of a user's sessions and seats. Within a write
 * transaction it is published after the commit, and never after a rollback.
 */
export function publishChange(database: Database, topic: string): void {
  const untilCommit = held.get(database)
  if (untilCommit) untilCommit.push(topic)
  else hearers.get(database)?.(topic)
}

/** Collects events within the transaction in the topics instead of publishing them. */
export function holdChanges(transaction: Database, topics: string[]): void {
  held.set(transaction, topics)
}

/** The topic for sessions opened by a passphrase. */
export const SHARED_SESSIONS = 'sessions:shared'
export const sessionsOf = (userId: string) => `sessions:${userId}`

import type { Database } from './schema.ts'

type OnChange = (topic: string) => void

const listeners = new WeakMap<Database, OnChange>()

/** Subscribes `heard` to all changes through this database, after their commit. */
export function subscribeToChanges(database: Database, onChange: OnChange): void {
  listeners.set(database, onChange)
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
  else listeners.get(database)?.(topic)
}

/** Collects events within the transaction in the topics instead of publishing them. */
export function collectChanges(transaction: Database, topics: string[]): void {
  held.set(transaction, topics)
}

/** The topic for sessions opened by a passphrase. */
export const SHARED_SESSIONS = 'sessions:shared'
export const sessionsOf = (userId: string) => `sessions:${userId}`

import type { Database } from './schema.ts'

type Heard = (topic: string) => void

const hearers = new WeakMap<Database, Heard>()

/** From now on `heard` is told of all that may have been changed through this database, once it is committed. */
export function hearNews(database: Database, heard: Heard): void {
  hearers.set(database, heard)
}

/** Tells of a change that is committed: of an organization by its id, or of somebody's sessions and seats. */
export function tellNews(database: Database, topic: string): void {
  hearers.get(database)?.(topic)
}

/** Those that a passphrase opened. */
export const SHARED_SESSIONS = 'sessions:shared'
export const sessionsOf = (userId: string) => `sessions:${userId}`

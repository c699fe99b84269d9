import { removePlace } from './storage.ts'

/** The families of `placeOf`. */
const OF_FAMILIES = /^vee\.(draft|conversation|message|persona|tab)\b/

/** What this tab holds of people, a member and a visitor. */
export function keysOfTab(): readonly string[] {
  try {
    return Object.keys(globalThis.sessionStorage).filter((key) => OF_FAMILIES.test(key))
  } catch {
    // Where storage is blocked nothing is kept.
    return []
  }
}

/** Removes everything that is kept once per agent or message, which is nobody's by then. */
export function forgetConversations(): void {
  for (const key of keysOfTab()) removePlace({ area: 'session', key })
}

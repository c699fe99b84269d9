import { removeStorageKey } from './storage.ts'

/** Matches the key families of `placeOf`. */
const OF_FAMILIES = /^vee\.(draft|conversation|message|persona|tab)\b/

/** Returns the storage keys of this tab for a member and a visitor. */
export function keysOfTab(): readonly string[] {
  try {
    return Object.keys(globalThis.sessionStorage).filter((key) => OF_FAMILIES.test(key))
  } catch {
    // Nothing is stored if storage is blocked.
    return []
  }
}

/** Removes everything that is stored per agent or message. */
export function forgetConversations(): void {
  for (const key of keysOfTab()) removeStorageKey({ area: 'session', key })
}

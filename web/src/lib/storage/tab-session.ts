import type { Api } from '../http/index.ts'
import { dataOwner, VISITOR } from './data-owner.ts'
import { forgetPerson } from './forget-person.ts'
import { dropKeysOfOthers } from './keys-of-owner.ts'
import { STORAGE_KEYS, readText, removeStorageKey, writeText, type StorageKey } from './storage.ts'
import { forgetConversations, keysOfTab } from './keys-of-tab.ts'
import { isWithoutOwner, storageKeyOf, visitorId } from './tab-storage.ts'

/**
 * Claims this tab for the user who has signed in. Returns false if its data belongs to another user whose
 * session ended here: the page must then call `beginAnew`.
 */
export function takeOverTab(userId: string): boolean {
  dropKeysOfOthers(userId)
  const before = readText(STORAGE_KEYS.tabOwner) ?? userId
  if (before === userId) writeText(STORAGE_KEYS.tabOwner, userId)
  return before === userId
}

/** True if this page is a visitor's in a member's tab. */
export const isGuestInMemberTab = visitorId !== ''

/**
 * Returns true if this page has a member's data in memory without a signed-in user: it remains at the login.
 */
export const isSessionExpired = (): boolean => isWithoutOwner() && !isGuestInMemberTab

const sessionKey = (key: string): StorageKey => ({ area: 'session', key })

/**
 * Returns the keys of what a visitor wrote in a member's tab, and the corresponding keys in a tab of their
 * own.
 */
function wordsBeside() {
  return keysOfTab().flatMap((key) => {
    const own = key.replace(`${visitorId}.`, '.')
    return own === key
      ? []
      : [{ from: sessionKey(key), to: sessionKey(own), text: readText(sessionKey(key)) ?? '' }]
  })
}

/**
 * Loads a new page after `settle` has updated the storage; `settle` runs again when this page is unloaded,
 * because a running reply is stored at that time.
 */
function load(address: string, settle: () => void): void {
  settle()
  globalThis.addEventListener('pagehide', settle)
  // The browser may restore this page from its back/forward cache.
  globalThis.addEventListener('pageshow', ({ persisted }) => {
    if (persisted) globalThis.location.reload()
  })
  globalThis.location.replace(address)
}

/**
 * Clears the previous user's data: storage directly, and memory by loading a new page: conversations, drafts,
 * agents, figures. What a visitor wrote before signing in is preserved for that user.
 */
export function beginAnew(address: string): void {
  const own = wordsBeside()
  forgetPerson()
  load(address, () => {
    forgetConversations()
    for (const { to, text } of own) writeText(to, text)
  })
}

/**
 * Restores a member's tab that a visitor has used in the meantime: loads a new page with the member's data,
 * and appends what was typed since to its fields.
 * @param isCarried the visitor's conversation was imported into the account
 */
export function comeBack(address: string, isCarried: boolean): void {
  for (const { from, to, text } of wordsBeside()) {
    if (!from.key.startsWith(storageKeyOf('draft', '').key)) continue
    const before = readText(to)
    if (writeText(to, before === undefined ? text : `${before}\n${text}`)) removeStorageKey(from)
  }
  load(address, () => {
    if (isCarried) for (const { from } of wordsBeside()) removeStorageKey(from)
  })
}

/**
 * Ensures that this tab contains only data of the signed-in user, who may have signed in before this page
 * existed, or in another tab. Returns a function that ends it.
 * @param onLeft called when the session was ended in another tab
 */
export function followOwner(api: Api, onLeft: () => void): () => void {
  const check = async (): Promise<void> => {
    try {
      const owner = await dataOwner(api)
      if (owner === VISITOR) return
      if (!takeOverTab(owner)) beginAnew(globalThis.location.href)
      else if (isGuestInMemberTab) comeBack(globalThis.location.href, false)
    } catch {
      // The user is unknown; nothing can be sent for them either.
    }
  }
  void check()
  const look = () => (isWithoutOwner() ? onLeft() : void check())
  const hear = ({ key }: StorageEvent) => {
    if (key === STORAGE_KEYS.rememberedToken.key) look()
  }
  // A page restored from the back/forward cache received no events in the meantime.
  const wake = ({ persisted }: PageTransitionEvent) => {
    if (persisted) look()
  }
  globalThis.addEventListener('storage', hear)
  globalThis.addEventListener('pageshow', wake)
  return () => {
    globalThis.removeEventListener('storage', hear)
    globalThis.removeEventListener('pageshow', wake)
  }
}

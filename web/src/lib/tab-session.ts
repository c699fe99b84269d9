import type { Api } from './api/index.ts'
import { dataOwner, VISITOR } from './data-owner.ts'
import { forgetPerson } from './forget-person.ts'
import { dropKeysOfOthers } from './keys-of-owner.ts'
import { PLACES, readText, removePlace, writeText, type StoragePlace } from './storage.ts'
import { forgetConversations, keysOfTab } from './keys-of-tab.ts'
import { isWithoutOwner, placeOf, visitorMark } from './tab-storage.ts'

/**
 * Whether what is in this tab may be shown to, and sent for, the user who has signed in; from now on it is theirs. False
 * for what another user left whose session ended here: then the page is to `beginAnew`.
 */
export function takeOverTab(userId: string): boolean {
  dropKeysOfOthers(userId)
  const before = readText(PLACES.tabOwner) ?? userId
  if (before === userId) writeText(PLACES.tabOwner, userId)
  return before === userId
}

/** Whether this page is a visitor's in a member's tab. */
export const isGuestInMemberTab = visitorMark !== ''

/** Whether this page has a member's words in its memory, and nobody is signed in: it stays at the login. */
export const isSessionExpired = (): boolean => isWithoutOwner() && !isGuestInMemberTab

const at = (key: string): StoragePlace => ({ area: 'session', key })

/** What a visitor wrote beside a member's words in this tab, and where it is in a tab of their own. */
function wordsBeside() {
  return keysOfTab().flatMap((key) => {
    const own = key.replace(`${visitorMark}.`, '.')
    return own === key ? [] : [{ from: at(key), to: at(own), text: readText(at(key)) ?? '' }]
  })
}

/**
 * A new page, after `settle` has put the storage in order; once more when this one goes, as a reply that is still being
 * written is kept with its last words then.
 */
function load(address: string, settle: () => void): void {
  settle()
  globalThis.addEventListener('pagehide', settle)
  // The browser may have kept this page for whoever goes back.
  globalThis.addEventListener('pageshow', ({ persisted }) => {
    if (persisted) globalThis.location.reload()
  })
  globalThis.location.replace(address)
}

/**
 * Forgets whoever was here, in storage, and by a new page everything in memory too: talks, drafts, agents, figures. What
 * somebody said as a visitor before they signed in is theirs still.
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
 * The member is back in a tab that a visitor has used meanwhile: a new page has the member's words, and in its fields what
 * was typed since then too.
 *
 * @param isCarried the visitor's talk is in the account
 */
export function comeBack(address: string, isCarried: boolean): void {
  for (const { from, to, text } of wordsBeside()) {
    if (!from.key.startsWith(placeOf('draft', '').key)) continue
    const before = readText(to)
    if (writeText(to, before === undefined ? text : `${before}\n${text}`)) removePlace(from)
  }
  load(address, () => {
    if (isCarried) for (const { from } of wordsBeside()) removePlace(from)
  })
}

/**
 * Sees to it that this tab holds nothing of anybody but whoever is signed in, who may have signed in before there was this
 * page, or in another tab. Gives back how to end it.
 *
 * @param onLeft their session was ended in another tab
 */
export function followOwner(api: Api, onLeft: () => void): () => void {
  const check = async (): Promise<void> => {
    try {
      const owner = await dataOwner(api)
      if (owner === VISITOR) return
      if (!takeOverTab(owner)) beginAnew(globalThis.location.href)
      else if (isGuestInMemberTab) comeBack(globalThis.location.href, false)
    } catch {
      // Nobody can say who that is; nothing can be sent for them either.
    }
  }
  void check()
  const look = () => (isWithoutOwner() ? onLeft() : void check())
  const hear = ({ key }: StorageEvent) => {
    if (key === PLACES.rememberedToken.key) look()
  }
  // A page that the browser kept for whoever goes back heard nothing meanwhile.
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

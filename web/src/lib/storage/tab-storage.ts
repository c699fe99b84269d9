import { readToken } from '../http/auth-token.ts'
import { STORAGE_KEYS, readText, type StorageKey } from './storage.ts'

/**
 * Keys that exist per agent or message, such as `vee.draft.v_agent`; with `tab`, per tab, such as unsaved
 * designs.
 */
type Family =
  | 'draft'
  | 'draft-files'
  | 'draft-sampling'
  | 'conversation'
  | 'conversation-aside'
  | 'message'
  | 'persona'
  | 'tab'

/** Returns true if no user is signed in, and the tab contains data of a member whose session has ended. */
export const isWithoutOwner = (): boolean =>
  readToken() === undefined && readText(STORAGE_KEYS.tabOwner) !== undefined

/**
 * Part of the keys for a visitor on a page that started in such a tab, separate from the member's:
 * `vee.draft-visitor.v_agent`. Until the next page load all data is the visitor's, even after a sign-in.
 * Empty otherwise.
 */
export const visitorId = isWithoutOwner() ? '-visitor' : ''

export function storageKeyOf(family: Family, id: string): StorageKey {
  return { area: 'session', key: `vee.${family}${visitorId}.${id}` }
}

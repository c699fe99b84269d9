import { readToken } from './auth-token.ts'
import { PLACES, readText, type StoragePlace } from './storage.ts'

/**
 * What exists once per agent or message, `vee.draft.v_agent`; and under `tab` what is of the whole tab, as what the designer
 * has not put on the shelf yet.
 */
type Family = 'draft' | 'draft-files' | 'conversation' | 'message' | 'persona' | 'tab'

/** Whether nobody is signed in, and the tab holds the words of a member whose session has ended: they are nobody else's. */
export const isWithoutOwner = (): boolean =>
  readToken() === undefined && readText(PLACES.tabOwner) !== undefined

/**
 * Stands in the keys of what a visitor writes on a page that began in such a tab, beside the member's:
 * `vee.draft-visitor.v_agent`. Until the next page all is the visitor's there, whoever signs in meanwhile. Empty elsewhere.
 */
export const visitorMark = isWithoutOwner() ? '-visitor' : ''

export function placeOf(family: Family, id: string): StoragePlace {
  return { area: 'session', key: `vee.${family}${visitorMark}.${id}` }
}

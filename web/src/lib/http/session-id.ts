import { randomId } from '../random-id.ts'
import { PLACES, readText, writeText } from '../storage/storage.ts'

let unkept: string | undefined

/**
 * Returns the visitor's id for usage and cost: created once per tab, and constant during the visit even if
 * storage is blocked.
 */
export function sessionId(): string {
  const stored = unkept ?? readText(PLACES.sessionId)
  if (stored !== undefined) return stored
  const made = randomId()
  if (!writeText(PLACES.sessionId, made)) unkept = made
  return made
}

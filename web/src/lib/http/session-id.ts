import { randomId } from '../random-id.ts'
import { STORAGE_KEYS, readText, writeText } from '../storage/storage.ts'

let unstored: string | undefined

/**
 * Returns the visitor's id for usage and cost: created once per tab, and constant during the visit even if
 * storage is blocked.
 */
export function sessionId(): string {
  const stored = unstored ?? readText(STORAGE_KEYS.sessionId)
  if (stored !== undefined) return stored
  const id = randomId()
  // Storage may be full.
  if (!writeText(STORAGE_KEYS.sessionId, id)) unstored = id
  return id
}

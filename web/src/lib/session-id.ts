import { randomId } from './random-id.ts'
import { PLACES, readText, writeText } from './storage.ts'

let unkept: string | undefined

/** The visitor's id for usage and cost: made once per tab, the same for the whole visit even when storage is blocked. */
export function sessionId(): string {
  const kept = unkept ?? readText(PLACES.sessionId)
  if (kept !== undefined) return kept
  const made = randomId()
  if (!writeText(PLACES.sessionId, made)) unkept = made
  return made
}

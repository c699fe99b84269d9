import { inherited, PLACES, readJson, readText } from '../storage/storage.ts'
import { visitorId } from '../storage/tab-storage.ts'

export const OWN_KEY_PROVIDERS = ['openai', 'anthropic', 'gemini'] as const
export type OwnKeyProvider = (typeof OWN_KEY_PROVIDERS)[number]
export type StoredOwnKeys = Readonly<Partial<Record<OwnKeyProvider, string>>>

/**
 * Returns the user's own provider keys only. They are stored in this browser and sent to the server only
 * after the allowance is used up.
 */
export function readOwnKeys(): StoredOwnKeys {
  const stored: Readonly<Record<string, unknown>> = Object(readJson(inherited(PLACES.ownKeys)))
  const keys: Partial<Record<OwnKeyProvider, string>> = {}
  if (stored['owner'] !== (visitorId === '' ? readText(PLACES.tabOwner) : undefined)) return keys
  for (const provider of OWN_KEY_PROVIDERS) {
    const key = stored[provider]
    if (typeof key === 'string') keys[provider] = key
  }
  return keys
}

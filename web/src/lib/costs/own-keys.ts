import { OWN_KEY_VENDORS, type OwnKeyVendor } from '@vee/contract/entities/own-key-vendors'
import { inheritOlderVersion, STORAGE_KEYS, readJson, readText } from '../storage/storage.ts'
import { visitorId } from '../storage/tab-storage.ts'

export type StoredOwnKeys = Readonly<Partial<Record<OwnKeyVendor, string>>>

/**
 * Returns the user's own provider keys only. They are stored in this browser and sent to the server only
 * after the allowance is used up.
 */
export function readOwnKeys(): StoredOwnKeys {
  const stored: Readonly<Record<string, unknown>> = Object(
    readJson(inheritOlderVersion(STORAGE_KEYS.ownKeys)),
  )
  const keys: Partial<Record<OwnKeyVendor, string>> = {}
  if (stored['owner'] !== (visitorId === '' ? readText(STORAGE_KEYS.tabOwner) : undefined)) return keys
  for (const vendor of OWN_KEY_VENDORS) {
    const key = stored[vendor]
    if (typeof key === 'string') keys[vendor] = key
  }
  return keys
}

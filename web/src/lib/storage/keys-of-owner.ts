import type { OwnKeyVendor } from '@vee/contract/entities/own-key-vendors'
import { readOwnKeys } from '../costs/own-keys.ts'
import {
  inheritOlderVersion,
  STORAGE_KEYS,
  readJson,
  readText,
  removeStorageKey,
  writeJson,
} from './storage.ts'

/**
 * Stores a key; an empty one removes the stored key. All keys belong to this tab's owner from now on, and are
 * not readable for other users.
 */
export function keepOwnKey(provider: OwnKeyVendor, key: string): void {
  const { [provider]: _replaced, ...others } = readOwnKeys()
  const trimmed = key.trim()
  const keys = trimmed === '' ? others : { ...others, [provider]: trimmed }
  writeJson(STORAGE_KEYS.ownKeys, { ...keys, owner: readText(STORAGE_KEYS.tabOwner) })
}

/**
 * Removes keys that another user stored in this browser; those without an owner are assigned to this user.
 */
export function dropKeysOfOthers(userId: string): void {
  const stored = readJson(inheritOlderVersion(STORAGE_KEYS.ownKeys))
  if (stored === undefined) return
  const keys = { owner: userId, ...Object(stored) }
  if (keys.owner === userId) writeJson(STORAGE_KEYS.ownKeys, keys)
  else removeStorageKey(STORAGE_KEYS.ownKeys)
}

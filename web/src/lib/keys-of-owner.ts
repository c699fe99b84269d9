import { readOwnKeys, type OwnKeyProvider } from './own-keys.ts'
import { inherited, PLACES, readJson, readText, removePlace, writeJson } from './storage.ts'

/** An empty key removes the kept one. They are this tab's owner's from now on, and are read for nobody else. */
export function keepOwnKey(provider: OwnKeyProvider, key: string): void {
  const { [provider]: _replaced, ...others } = readOwnKeys()
  const trimmed = key.trim()
  const keys = trimmed === '' ? others : { ...others, [provider]: trimmed }
  writeJson(PLACES.ownKeys, { ...keys, owner: readText(PLACES.tabOwner) })
}

/** Takes the keys of this browser away that somebody else kept; those of nobody in particular become this user's. */
export function dropKeysOfOthers(userId: string): void {
  const kept = readJson(inherited(PLACES.ownKeys))
  if (kept === undefined) return
  const keys = { owner: userId, ...Object(kept) }
  if (keys.owner === userId) writeJson(PLACES.ownKeys, keys)
  else removePlace(PLACES.ownKeys)
}

import { STORAGE_KEYS, readText, removeStorageKey, writeText } from '../storage/storage.ts'

/**
 * Returns the bearer token of a signed-in user. It decides what is displayed; the server decides what is
 * allowed.
 */
export function readToken(): string | undefined {
  return readText(STORAGE_KEYS.rememberedToken) ?? readText(STORAGE_KEYS.tabToken)
}

/** Returns true if the token is preserved when the tab is closed. */
export const isRemembered = () => readText(STORAGE_KEYS.rememberedToken) !== undefined

/** Stores the token. `remember` preserves it when the tab is closed. */
export function keepToken(token: string, remember: boolean): void {
  // Overwritten instead of removed first: other tabs interpret a removed token as an ended session.
  writeText(remember ? STORAGE_KEYS.rememberedToken : STORAGE_KEYS.tabToken, token)
  removeStorageKey(remember ? STORAGE_KEYS.tabToken : STORAGE_KEYS.rememberedToken)
  removeStorageKey(STORAGE_KEYS.dataOwner)
}

export function forgetToken(): void {
  removeStorageKey(STORAGE_KEYS.rememberedToken)
  removeStorageKey(STORAGE_KEYS.tabToken)
  removeStorageKey(STORAGE_KEYS.dataOwner)
}

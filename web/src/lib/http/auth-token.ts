import { PLACES, readText, removePlace, writeText } from '../storage/storage.ts'

/**
 * Returns the bearer token of a signed-in user. It decides what is displayed; the server decides what is
 * allowed.
 */
export function readToken(): string | undefined {
  return readText(PLACES.rememberedToken) ?? readText(PLACES.tabToken)
}

/** Returns true if the token is preserved when the tab is closed. */
export const isRemembered = () => readText(PLACES.rememberedToken) !== undefined

/** Stores the token. `remember` preserves it when the tab is closed. */
export function keepToken(token: string, remember: boolean): void {
  // Overwritten instead of removed first: other tabs interpret a removed token as an ended session.
  writeText(remember ? PLACES.rememberedToken : PLACES.tabToken, token)
  removePlace(remember ? PLACES.tabToken : PLACES.rememberedToken)
  removePlace(PLACES.dataOwner)
}

export function forgetToken(): void {
  removePlace(PLACES.rememberedToken)
  removePlace(PLACES.tabToken)
  removePlace(PLACES.dataOwner)
}

import { PLACES, readText, removePlace, writeText } from './storage.ts'

/** The bearer token, if someone is signed in. It decides what is shown; the server decides what is allowed. */
export function readToken(): string | undefined {
  return readText(PLACES.rememberedToken) ?? readText(PLACES.tabToken)
}

/** Whether the token stays when the tab is closed. */
export const isRemembered = () => readText(PLACES.rememberedToken) !== undefined

/** `remember`: keep it when the tab is closed. */
export function keepToken(token: string, remember: boolean): void {
  // Written over and never removed first: to other tabs a token that goes is a session that has ended.
  writeText(remember ? PLACES.rememberedToken : PLACES.tabToken, token)
  removePlace(remember ? PLACES.tabToken : PLACES.rememberedToken)
  removePlace(PLACES.dataOwner)
}

export function forgetToken(): void {
  removePlace(PLACES.rememberedToken)
  removePlace(PLACES.tabToken)
  removePlace(PLACES.dataOwner)
}

/** Postgres cannot hold the character NUL; no text is the poorer without it. */
export const withoutNul = (text: string) => text.replaceAll('\0', '').toWellFormed()

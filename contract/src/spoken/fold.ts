/** Normalizes words for comparison: lower case, no punctuation, single spaces. Accents stay. */
export function fold(text: string): string {
  return text
    .normalize('NFC')
    .toLowerCase()
    .replaceAll(/[’‘]/g, "'")
    .replaceAll(/[^\p{L}\p{N}\p{M}' ]+/gu, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim()
}

/** Returns the language of a BCP 47 tag: `pt` for `pt-BR`. */
export function baseOf(language: string): string {
  return language.split('-')[0]?.toLowerCase() ?? ''
}

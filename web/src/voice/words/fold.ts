/** Words as they are compared: lower case, without marks of punctuation, with single spaces. Accents stay. */
export function fold(text: string): string {
  return text
    .normalize('NFC')
    .toLowerCase()
    .replaceAll(/[’‘]/g, "'")
    .replaceAll(/[^\p{L}\p{N}\p{M}' ]+/gu, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim()
}

/** The language of a BCP 47 tag: `pt` of `pt-BR`. */
export function baseOf(language: string): string {
  return language.split('-')[0]?.toLowerCase() ?? ''
}

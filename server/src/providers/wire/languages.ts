/** ISO 639-1 codes of the languages that Whisper reports by their English name. */
const CODES =
  'af am ar as az ba be bg bn bo br bs ca cs cy da de el en es et eu fa fi fo fr gl gu ha he hi hr ht hu hy id is it ja jv ka ' +
  'kk km kn ko la lb ln lo lt lv mg mi mk ml mn mr ms mt my ne nl nn no oc pa pl ps pt ro ru sa sd si sk sl sn so sq sr su sv ' +
  'sw ta te tg th tk tl tr tt uk ur uz vi yi yo zh'

let codesByName: ReadonlyMap<string, string> | undefined

function namedCodes(): ReadonlyMap<string, string> {
  const names = new Intl.DisplayNames('en', { type: 'language' })
  codesByName ??= new Map(CODES.split(' ').map((code) => [(names.of(code) ?? code).toLowerCase(), code]))
  return codesByName
}

/**
 * Returns the code of a language that the service names by a code or, as Whisper does, by its English name;
 * otherwise null.
 */
export function languageCode(named: string | undefined): string | null {
  const name = named?.trim().toLowerCase() ?? ''
  return /^[a-z]{2}$/.test(name) ? name : (namedCodes().get(name) ?? null)
}

/** Returns the ISO 639-1 code of a BCP 47 tag, the only hint that the service accepts. */
export function languageHint(tag: string | undefined): string | undefined {
  if (tag === undefined) return undefined
  try {
    const { language } = new Intl.Locale(tag)
    return language.length === 2 ? language : undefined
  } catch {
    return undefined
  }
}

/** Returns whether no space precedes these words, by the script in which they begin: vendors trim stretches of speech. */
export const startsUnspaced = (words: string): boolean =>
  /^[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}]/u.test(words)

/** Tags for which doubling the code would be wrong, and their names in speech engines. */
const SPOKEN: Readonly<Record<string, string>> = {
  'en-EN': 'en-US',
  'ja-JA': 'ja-JP',
  'ko-KO': 'ko-KR',
  'zh-ZH': 'zh-CN',
}

/**
 * Returns a code with lower-case language and upper-case region; a bare code is doubled (`fr` → `fr-FR`);
 * empty is `en-US`.
 */
export function normaliseLanguageCode(code: string): string {
  const [language, ...rest] = code.split(/[-_\s]+/).filter((subtag) => subtag !== '')
  if (language === undefined) return 'en-US'
  const region = rest.at(-1) ?? (language.length === 2 ? language : '')
  return region === '' ? language.toLowerCase() : `${language.toLowerCase()}-${region.toUpperCase()}`
}

/** Returns the BCP 47 tag of a language for speech engines. */
export function speechTagOf(code: string): string {
  const tag = normaliseLanguageCode(code)
  return SPOKEN[tag] ?? tag
}

/** Tags that the rule of doubling makes of bare codes, and what speech engines call them. */
const SPOKEN: Readonly<Record<string, string>> = {
  'en-EN': 'en-US',
  'ja-JA': 'ja-JP',
  'ko-KO': 'ko-KR',
  'zh-ZH': 'zh-CN',
}

/** Lowercase language and uppercase region; a bare code is doubled (`fr` → `fr-FR`); empty is `en-US`. */
export function normaliseLanguageCode(code: string): string {
  const [language, ...rest] = code.split(/[-_\s]+/).filter((part) => part !== '')
  if (language === undefined) return 'en-US'
  const region = rest.at(-1) ?? (language.length === 2 ? language : '')
  return region === '' ? language.toLowerCase() : `${language.toLowerCase()}-${region.toUpperCase()}`
}

/** The BCP 47 tag under which speech engines know a language. */
export function speechTagOf(code: string): string {
  const tag = normaliseLanguageCode(code)
  return SPOKEN[tag] ?? tag
}

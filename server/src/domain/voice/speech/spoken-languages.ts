import { languageOf } from './voices.ts'

/** Languages that a recording may be in. */
interface ExpectedLanguages {
  /** BCP 47; undefined: it is detected */
  readonly language: string | undefined
  /** detection is held to these; undefined: to none, or the language is known */
  readonly languages: readonly string[] | undefined
}

/** Returns the languages of a request: one that may be spoken alone is the language. */
export function expectedLanguages(
  language: string | undefined,
  languages: readonly string[] | undefined,
): ExpectedLanguages {
  if (language !== undefined || !languages || languages.length === 0)
    return { language, languages: undefined }
  return languages.length === 1
    ? { language: languages[0], languages: undefined }
    : { language: undefined, languages }
}

/** Scripts by ISO 15924, with those that they are written with together. */
const SCRIPTS: readonly (readonly [RegExp, readonly string[]])[] = [
  [/\p{sc=Latin}/gu, ['Latn']],
  [/\p{sc=Cyrillic}/gu, ['Cyrl']],
  [/\p{sc=Greek}/gu, ['Grek']],
  [/\p{sc=Arabic}/gu, ['Arab']],
  [/\p{sc=Hebrew}/gu, ['Hebr']],
  [/\p{sc=Devanagari}/gu, ['Deva']],
  [/\p{sc=Thai}/gu, ['Thai']],
  [/\p{sc=Hangul}/gu, ['Kore']],
  [/[\p{sc=Hiragana}\p{sc=Katakana}]/gu, ['Jpan']],
  [/\p{sc=Han}/gu, ['Hans', 'Hant', 'Jpan', 'Kore']],
]

/**
 * Returns whether a transcript is in none of the languages: by the language that the engine reports, and by its script,
 * since some engines report none.
 */
export function isOutside(
  { text, language }: { readonly text: string; readonly language: string | null | undefined },
  languages: readonly string[] | undefined,
): boolean {
  if (!languages) return false
  if (language && !languages.some((tag) => languageOf(tag) === languageOf(language))) return true
  const allowed = new Set(languages.map(scriptOf))
  const letters = text.match(/\p{L}/gu)?.length ?? 0
  return SCRIPTS.some(
    ([letter, scripts]) =>
      (text.match(letter)?.length ?? 0) > letters / 2 && !scripts.some((script) => allowed.has(script)),
  )
}

function scriptOf(tag: string): string | undefined {
  try {
    return new Intl.Locale(tag).maximize().script
  } catch {
    return undefined
  }
}

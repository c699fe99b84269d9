import { keyTerms } from '../key-terms.ts'

/**
 * Languages of `nova-3`, each of which has a model of its own, by ISO 639-1. Source:
 * https://developers.deepgram.com/docs/models-languages-overview and its changelog until August 2026.
 */
const NOVA_3_LANGUAGES =
  'af ar be bg bn bs ca cs da de el en es et fa fi fr gu he hi hr hu hy id it ja ka kn ko lt lv mk mr ms ne nl no ' +
  'pa pl pt ro ru sk sl sr sv ta te th tl tr uk ur vi zh'

/** Deepgram's codes for languages that `Intl.Locale` calls otherwise. */
const DEEPGRAM_CODES: Readonly<Record<string, string>> = { fil: 'tl', nb: 'no', yue: 'zh-HK' }

const LANGUAGES: ReadonlySet<string> = new Set([
  ...NOVA_3_LANGUAGES.split(' '),
  ...Object.keys(DEEPGRAM_CODES),
])

const isNova3 = (model: string) => model === 'nova-3' || model === 'nova-3-general'

/**
 * Returns the languages of a model as `Intl.Locale` calls them; undefined for models other than `nova-3`,
 * some of which know only English.
 */
export const deepgramLanguages = (model: string): readonly string[] | undefined =>
  isNova3(model) ? [...LANGUAGES] : undefined

/** Returns the parameter `language` for a BCP 47 tag; undefined for an unknown language, which is detected. */
export function deepgramLanguage(tag: string | undefined, model: string): string | undefined {
  if (tag === undefined) return undefined
  try {
    const { language, script, region } = new Intl.Locale(tag).maximize()
    if (isNova3(model) && !LANGUAGES.has(language)) return undefined
    // The models for Chinese differ in the spoken language and in the script of the transcript.
    if (language === 'zh' && script === 'Hant') return region === 'HK' ? 'zh-HK' : 'zh-TW'
    return DEEPGRAM_CODES[language] ?? language
  } catch {
    return undefined
  }
}

/**
 * Maximum length of all key terms of a request, in UTF-16 code units. Deepgram rejects more than 500 tokens; a
 * token rarely is shorter than a character.
 */
const MAX_KEY_TERMS_LENGTH = 500

/** Returns the words and names that a person expects; those beyond the limit are omitted. */
export const deepgramKeyTerms = (prompt: string | undefined): readonly string[] =>
  keyTerms(prompt, { maxLength: MAX_KEY_TERMS_LENGTH })

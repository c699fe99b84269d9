import { LOCALES, type Locale } from '@vee/contract/entities/locale'
import { textOf } from './locale-text.ts'
import { perLocale } from './per-locale.ts'
import { foldPhrase } from './phrases.ts'

const SPACED_LOCALES = LOCALES.filter((locale) => !/^(ja|ko|zh)/.test(locale))

interface Vocabulary {
  /** function words, which occur in almost every sentence */
  readonly common: ReadonlySet<string>
  readonly others: ReadonlySet<string>
  /** all words without accents, which many users omit */
  readonly folded: ReadonlySet<string>
}

/** Returns all known words of a language, because "guten Morgen" and "due più due" contain no stopword. */
const vocabularyOf = perLocale((locale): Vocabulary => {
  const { stopwords, triggers, operators, numberWords, units } = textOf(locale)
  const phrases = [triggers, operators, units].flatMap((table) => Object.values(table).flat())
  const common = stopwords.flatMap(wordsIn)
  const others = [...phrases, ...Object.keys(numberWords)].flatMap(wordsIn)
  return {
    common: new Set(common),
    others: new Set(others),
    folded: new Set([...common, ...others].map(foldPhrase)),
  }
})

const wordsIn = (text: string): readonly string[] =>
  text
    .normalize('NFC')
    .toLowerCase()
    .match(/\p{L}+/gu) ?? []

/**
 * Returns how strongly a word indicates a language: its length, weighted by how certain it is that the word
 * belongs to the language.
 */
function weightOf(word: string, { common, others, folded }: Vocabulary): number {
  if (common.has(word)) return word.length
  if (others.has(word)) return word.length * 0.75
  return folded.has(foldPhrase(word)) ? word.length * 0.5 : 0
}

/**
 * Returns the language of a message: by its script, otherwise the language whose words make up most of it.
 * `expected` wins a tie. Returns undefined if the language cannot be detected.
 */
export function detectLanguage(text: string, expected?: Locale): Locale | undefined {
  if (/\p{Script=Hangul}/u.test(text)) return 'ko-KR'
  if (/[\p{Script=Hiragana}\p{Script=Katakana}]/u.test(text)) return 'ja-JP'
  if (/\p{Script=Han}/u.test(text)) return expected === 'ja-JP' ? expected : 'zh-CN'
  const words = wordsIn(text)
  const scores = SPACED_LOCALES.map((locale) => {
    const weight = words.reduce((sum, word) => sum + weightOf(word, vocabularyOf(locale)), 0)
    return { locale, known: weight + (locale === expected ? 0.5 : 0) }
  })
  const best = scores.reduce((best, score) => (score.known > best.known ? score : best))
  return best.known >= 1 ? best.locale : undefined
}

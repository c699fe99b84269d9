import { LOCALES, type Locale } from '@vee/contract/entities/locale'
import { textOf } from './locale-text.ts'
import { perLocale } from './per-locale.ts'
import { fold } from './phrases.ts'

const SPACED_LOCALES = LOCALES.filter((locale) => !/^(ja|ko|zh)/.test(locale))

interface Vocabulary {
  readonly words: ReadonlySet<string>
  /** the same without accents, which many leave out */
  readonly folded: ReadonlySet<string>
}

/** Every word that is known of a language: "guten Morgen" and "due più due" have no stopword. */
const vocabularyOf = perLocale((locale): Vocabulary => {
  const { stopwords, triggers, operators, numberWords, units } = textOf(locale)
  const phrases = [triggers, operators, units].flatMap((table) => Object.values(table).flat())
  const words = new Set([...stopwords, ...phrases, ...Object.keys(numberWords)].flatMap(wordsIn))
  return { words, folded: new Set([...words].map(fold)) }
})

const wordsIn = (text: string): readonly string[] =>
  text
    .normalize('NFC')
    .toLowerCase()
    .match(/\p{L}+/gu) ?? []

/** How much a word speaks for a language: its length, half of that when only its accents differ. */
function weightOf(word: string, { words, folded }: Vocabulary): number {
  if (words.has(word)) return word.length
  return folded.has(fold(word)) ? word.length / 2 : 0
}

/**
 * The language of a message: by its script, else by which language's words make up most of it. `expected` wins a draw.
 * Undefined when nothing tells.
 */
export function detectLanguage(text: string, expected?: Locale): Locale | undefined {
  if (/\p{Script=Hangul}/u.test(text)) return 'ko-KR'
  if (/[\p{Script=Hiragana}\p{Script=Katakana}]/u.test(text)) return 'ja-JP'
  if (/\p{Script=Han}/u.test(text)) return expected === 'ja-JP' ? expected : 'zh-CN'
  const words = wordsIn(text)
  const scores = SPACED_LOCALES.map((locale) => {
    const known = words.reduce((sum, word) => sum + weightOf(word, vocabularyOf(locale)), 0)
    return { locale, known: known + (locale === expected ? 0.5 : 0) }
  })
  const best = scores.reduce((best, score) => (score.known > best.known ? score : best))
  return best.known >= 1 ? best.locale : undefined
}

import { LOCALES, type Locale } from '@vee/contract/entities/locale'
import { textOf } from './locale-text.ts'
import { perLocale } from './per-locale.ts'
import { fold, matcherOf } from './phrases.ts'

const SPACED_LOCALES = LOCALES.filter((locale) => !/^(ja|ko|zh)/.test(locale))

/** All that is known of a language: "guten Morgen" and "due più due" have no stopword. */
const vocabularyOf = perLocale((locale) => {
  const { stopwords, triggers, operators, numberWords, units } = textOf(locale)
  const lists = [triggers, operators, units].flatMap((table) => Object.values(table).flat())
  return matcherOf([...new Set([...stopwords, ...lists, ...Object.keys(numberWords)])])
})

/**
 * The language of a message: by its script, else by which language's words make up most of it. `expected` wins a draw.
 * Undefined when nothing tells.
 */
export function detectLanguage(text: string, expected?: Locale): Locale | undefined {
  if (/\p{Script=Hangul}/u.test(text)) return 'ko-KR'
  if (/[\p{Script=Hiragana}\p{Script=Katakana}]/u.test(text)) return 'ja-JP'
  if (/\p{Script=Han}/u.test(text)) return expected === 'ja-JP' ? expected : 'zh-CN'
  const folded = fold(text)
  const scores = SPACED_LOCALES.map((locale) => {
    const known = (folded.match(vocabularyOf(locale)) ?? []).reduce((sum, phrase) => sum + phrase.length, 0)
    return { locale, known: known + (locale === expected ? 0.5 : 0) }
  })
  const best = scores.reduce((best, score) => (score.known > best.known ? score : best))
  return best.known >= 1 ? best.locale : undefined
}

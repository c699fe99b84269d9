import { DIARY_MOODS, type DiaryEntry, type DiaryMood } from './entry.ts'
import { MOOD_WORDS } from './mood-words.ts'

const TAGS_SUGGESTED = 4
/**
 * Minimum word lengths: shorter words are rarely about the subject; a Chinese or Japanese one of two
 * characters may be.
 */
const MIN_WORD_LENGTH = { spaced: 5, unspaced: 2 }
const UNSPACED = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u
/** Hiragana alone are mostly inflections and particles. */
const ONLY_HIRAGANA = /^\p{Script=Hiragana}+$/u

export interface Suggestions {
  readonly tags: readonly string[]
  readonly mood: DiaryMood | undefined
}

/**
 * Suggests tags and a mood from an entry's own words, without a model. Existing tags that occur in the text
 * have priority; then the words that are frequent in it and rare in other entries.
 */
export function suggest(entry: DiaryEntry, others: readonly DiaryEntry[], language: string): Suggestions {
  return { tags: suggestTags(entry, others, language), mood: suggestMood(entry.text, language) }
}

function wordsOf(text: string, language: string): readonly string[] {
  const words = new Intl.Segmenter(language, { granularity: 'word' }).segment(text)
  return Array.from(words, ({ segment, isWordLike }) => (isWordLike ? segment.toLowerCase() : '')).filter(
    (word) =>
      word.length >= (UNSPACED.test(word) ? MIN_WORD_LENGTH.unspaced : MIN_WORD_LENGTH.spaced) &&
      !/\d/.test(word) &&
      !ONLY_HIRAGANA.test(word),
  )
}

function suggestTags(entry: DiaryEntry, others: readonly DiaryEntry[], language: string): readonly string[] {
  const text = entry.text.toLowerCase()
  const has = new Set(entry.tags.map((tag) => tag.toLowerCase()))
  const usedTags = new Set(others.flatMap(({ tags }) => tags))
  const named = [...usedTags].filter((tag) => text.includes(tag.toLowerCase()))
  const counts = new Map<string, number>()
  for (const word of wordsOf(entry.text, language)) counts.set(word, (counts.get(word) ?? 0) + 1)
  const elsewhere = others.map((other) => new Set(wordsOf(other.text, language)))
  const isCommon = (word: string) =>
    elsewhere.length > 3 && elsewhere.filter((words) => words.has(word)).length > elsewhere.length / 2
  const frequent = [...counts]
    .filter(([word, count]) => count > 1 && !isCommon(word))
    .toSorted(([a, times], [b, otherTimes]) => otherTimes - times || b.length - a.length)
    .map(([word]) => word)
  return [...new Set([...named, ...frequent])]
    .filter((tag) => !has.has(tag.toLowerCase()))
    .slice(0, TAGS_SUGGESTED)
}

const bright = (mood: DiaryMood) => mood === 'good' || mood === 'calm'

function suggestMood(text: string, language: string): DiaryMood | undefined {
  const words = MOOD_WORDS[language.slice(0, 2)]
  if (!words) return undefined
  const padded = ` ${text.toLowerCase().replaceAll(/[^\p{L}\p{M}]+/gu, ' ')} `
  const lead = UNSPACED.test(text) || language.startsWith('ko') ? '' : ' '
  const score = (mood: keyof typeof words) =>
    words[mood].reduce((sum, word) => sum + padded.split(`${lead}${word}`).length - 1, 0)
  const matches = DIARY_MOODS.filter((mood) => mood !== 'mixed')
    .map((mood) => ({ mood, hits: score(mood) }))
    .filter(({ hits }) => hits > 0)
    .toSorted((a, b) => b.hits - a.hits)
  const [first, second] = matches
  if (!first) return undefined
  const isMixed = second && second.hits === first.hits && bright(first.mood) !== bright(second.mood)
  return isMixed ? 'mixed' : first.mood
}

import { foldPhrase } from './phrases.ts'
import { wordSegments } from './subject.ts'
import type { BuiltinTurn } from './turn.ts'

const SENTENCES_KEPT = 3
/** Maximum length of a displayed sentence, in UTF-16 code units. */
const MAX_SENTENCE_LENGTH = 400

/**
 * Returns the most important sentences of a text in their original order: those with the most frequent words,
 * relative to their length.
 */
export function mainSentences(
  sentences: readonly string[],
  { tag, heardTexts }: BuiltinTurn,
): readonly string[] {
  const stopwords = new Set(heardTexts.stopwords.map(foldPhrase))
  const wordsBySentence = sentences.map((sentence) =>
    wordSegments(foldPhrase(sentence), tag).filter((word) => !stopwords.has(word)),
  )
  const frequency = new Map<string, number>()
  for (const word of wordsBySentence.flat()) frequency.set(word, (frequency.get(word) ?? 0) + 1)
  const scores = wordsBySentence.map((words) => {
    const sum = words.reduce((total, word) => total + (frequency.get(word) ?? 0), 0)
    return sum / Math.sqrt(words.length + 1)
  })
  const best = [...scores.entries()].toSorted(([, a], [, b]) => b - a).slice(0, SENTENCES_KEPT)
  return best.toSorted(([a], [b]) => a - b).flatMap(([index]) => sentences[index] ?? [])
}

/** Returns a sentence truncated for display. */
export const shortened = (sentence: string): string =>
  sentence.length > MAX_SENTENCE_LENGTH ? `${sentence.slice(0, MAX_SENTENCE_LENGTH)}…` : sentence

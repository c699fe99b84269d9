import { wordCount } from './phrases.ts'
import type { TriggerKey } from './locale-text.ts'
import type { BuiltinTurn } from './turn.ts'

/**
 * Maximum number of words besides the request that do not name a subject ("please count the words for me").
 */
const LOOSE_WORDS = 1

/**
 * Returns the text that a request is about: the text in the message, otherwise the previous message if the
 * request refers to it or names no subject. Undefined if the subject is not in this conversation.
 */
export function subjectOf(
  turn: BuiltinTurn,
  triggers: readonly TriggerKey[],
  extent: 'last' | 'all' = 'last',
): string | undefined {
  if (turn.given !== undefined) return turn.given
  const pointers = turn.heardTexts.triggers.reference
  const named = turn.besides(...triggers.map((trigger) => turn.heardTexts.triggers[trigger]), pointers)
  if (wordCount(named) > LOOSE_WORDS) return undefined
  const texts = turn.earlier.map(({ content }) => content)
  return extent === 'all' ? texts.join('\n') : (texts.at(-1) ?? '')
}

export function wordSegments(text: string, tag: string): string[] {
  const words: string[] = []
  for (const { segment, isWordLike } of segmenterOf(tag, 'word').segment(text)) {
    if (isWordLike) words.push(segment)
  }
  return words
}

/** Returns the first `limit` sentences; later text is not read. */
export function sentencesOf(text: string, tag: string, limit = Infinity): string[] {
  const sentences: string[] = []
  for (const { segment } of segmenterOf(tag, 'sentence').segment(text)) {
    const sentence = segment.trim()
    if (sentence !== '') sentences.push(sentence)
    if (sentences.length >= limit) break
  }
  return sentences
}

const segmenters = new Map<string, Intl.Segmenter>()

/** Segmenters are kept: to create one takes longer than to use it for a line. */
function segmenterOf(tag: string, granularity: 'word' | 'sentence'): Intl.Segmenter {
  const key = `${granularity} ${tag}`
  const segmenter = segmenters.get(key) ?? new Intl.Segmenter(tag, { granularity })
  segmenters.set(key, segmenter)
  return segmenter
}

/**
 * Returns the items of a list: its lines if there are several, otherwise its parts between commas or
 * semicolons.
 */
export function listItemsOf(text: string): string[] {
  const lines = text.split('\n')
  const parts = lines.length > 1 ? lines : text.split(/[,;，、；]/)
  return parts.flatMap((entry) => entry.replace(/^\s*(?:[-*•]|\d+[.)])\s+/, '').trim() || [])
}

export const bulleted = (items: readonly string[]): string => items.map((item) => `- ${item}`).join('\n')

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
  const pointers = turn.heard.triggers.reference
  const named = turn.besides(...triggers.map((trigger) => turn.heard.triggers[trigger]), pointers)
  if (wordCount(named) > LOOSE_WORDS) return undefined
  const texts = turn.earlier.map(({ content }) => content)
  return extent === 'all' ? texts.join('\n') : (texts.at(-1) ?? '')
}

export function wordsOf(text: string, tag: string): string[] {
  return segmentsOf(text, tag, 'word').flatMap(({ segment, isWordLike }) => (isWordLike ? [segment] : []))
}

export function sentencesOf(text: string, tag: string): string[] {
  return segmentsOf(text, tag, 'sentence').flatMap(({ segment }) => segment.trim() || [])
}

const segmentsOf = (text: string, tag: string, granularity: 'word' | 'sentence') => [
  ...new Intl.Segmenter(tag, { granularity }).segment(text),
]

/**
 * Returns the items of a list: its lines if there are several, otherwise its parts between commas or
 * semicolons.
 */
export function listItemsOf(text: string): string[] {
  const lines = text.split('\n')
  const parts = lines.length > 1 ? lines : text.split(/[,;，、；]/)
  return parts.flatMap((part) => part.replace(/^\s*(?:[-*•]|\d+[.)])\s+/, '').trim() || [])
}

export const bulleted = (items: readonly string[]): string => items.map((item) => `- ${item}`).join('\n')

/** Returns the text in a message, otherwise the previous message, because notes often precede the request. */
export const textToWorkOn = ({ given, earlier }: BuiltinTurn): string =>
  given ?? earlier.findLast(({ role }) => role === 'user')?.content ?? ''

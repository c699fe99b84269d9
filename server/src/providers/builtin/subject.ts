import { wordCount } from './phrases.ts'
import type { TriggerKey } from './locale-text.ts'
import type { Turn } from './turn.ts'

/** Words that may stand beside a wish without naming a subject ("please count the words for me"). */
const LOOSE_WORDS = 1

/**
 * The text that a wish is about: what the message brings, else what was said before, when the wish points to it or names
 * nothing at all. Undefined when it is about something that is not in this conversation.
 */
export function subjectOf(
  turn: Turn,
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

/** The items of a list: lines where there are several, else what commas or semicolons part. */
export function itemsOf(text: string): string[] {
  const lines = text.split('\n')
  const parts = lines.length > 1 ? lines : text.split(/[,;，、；]/)
  return parts.flatMap((part) => part.replace(/^\s*(?:[-*•]|\d+[.)])\s+/, '').trim() || [])
}

export const bulleted = (items: readonly string[]): string => items.map((item) => `- ${item}`).join('\n')

/** What a message brings to work on, else what was said before: notes are often given first and the wish after them. */
export const textToWorkOn = ({ given, earlier }: Turn): string =>
  given ?? earlier.findLast(({ role }) => role === 'user')?.content ?? ''

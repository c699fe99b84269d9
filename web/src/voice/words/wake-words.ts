import { fold } from './fold.ts'

/** Words that begin with a wake word: which one, as it is in the list, and what follows it, as it was said. */
interface Call {
  readonly word: string
  readonly rest: string
}

/**
 * The wake word with which the words begin; undefined when they begin with none. Whole words only, so that "very" is no
 * "v"; a polite "hey", "ok" or "hallo" may stand before it.
 *
 * @param wakeWords the user's list and the agents' names
 */
export function callIn(said: string, wakeWords: readonly string[]): Call | undefined {
  const wanted = wakeWords.map((word) => ({ word, folded: fold(word) })).filter(({ folded }) => folded !== '')
  const longestFirst = wanted.toSorted((one, other) => other.folded.length - one.folded.length)
  const folded = fold(said)
  const greeting = GREETINGS.exec(folded)?.[0] ?? ''
  for (const start of [folded, folded.slice(greeting.length)]) {
    const called = longestFirst.find((known) => start === known.folded || beginsWith(start, known.folded))
    if (called) {
      const rest = restOf(said, folded.length - start.length + called.folded.length)
      return { word: called.word, rest }
    }
  }
  return undefined
}

/** What follows a wake word with which the words begin; undefined when they begin with none. */
export function afterWakeWord(said: string, wakeWords: readonly string[]): string | undefined {
  return callIn(said, wakeWords)?.rest
}

const GREETINGS = /^(hey|hi|hello|ok|okay|hallo|hola|oye|salut|ciao|ehi|oi|olá|ねえ|안녕|야|嘿|你好) ?/u

/** Scripts without spaces join the words. */
function beginsWith(text: string, word: string): boolean {
  if (!text.startsWith(word)) return false
  const next = text.charAt(word.length)
  return next === ' ' || /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Hangul}]/u.test(next)
}

/** What was said after as many folded characters, without the marks between. */
function restOf(said: string, foldedLength: number): string {
  let taken = 1
  while (taken < said.length && fold(said.slice(0, taken)).length < foldedLength) taken += 1
  return said
    .slice(taken)
    .replace(/^[^\p{L}\p{N}]+/u, '')
    .trim()
}

/** The names under which an agent is called: all of it, and its first word when that tells it apart. */
export function namesOf(labels: readonly string[]): readonly string[] {
  return labels.flatMap((label) => [label, label.replace(/\s*\(.*\)$/, '')])
}

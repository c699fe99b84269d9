import { fold } from './fold.ts'

/**
 * What follows a wake word with which the words begin, as it was said; undefined when they begin with none. Whole words
 * only, so that "very" is no "v"; a polite "hey", "ok" or "hallo" may stand before it.
 *
 * @param wakeWords the user's list and the agents' names
 */
export function afterWakeWord(said: string, wakeWords: readonly string[]): string | undefined {
  const wanted = wakeWords.map(fold).filter((word) => word !== '')
  const longestFirst = wanted.toSorted((one, other) => other.length - one.length)
  const folded = fold(said)
  const greeting = GREETINGS.exec(folded)?.[0] ?? ''
  for (const start of [folded, folded.slice(greeting.length)]) {
    const word = longestFirst.find((word) => start === word || beginsWith(start, word))
    if (word !== undefined)
      return rest(said, folded.slice(0, folded.length - start.length).length + word.length)
  }
  return undefined
}

const GREETINGS = /^(hey|hi|hello|ok|okay|hallo|hola|oye|salut|ciao|ehi|oi|olá|ねえ|안녕|야|嘿|你好) ?/u

/** Scripts without spaces join the words. */
function beginsWith(text: string, word: string): boolean {
  if (!text.startsWith(word)) return false
  const next = text.charAt(word.length)
  return next === ' ' || /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Hangul}]/u.test(next)
}

/** What was said after as many folded characters, without the marks between. */
function rest(said: string, foldedLength: number): string {
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

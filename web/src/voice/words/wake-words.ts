import { fold } from './fold.ts'

/** Words that begin with a wake word: which one, as it is in the list, and what follows it, as it was said. */
interface Call {
  readonly word: string
  readonly rest: string
  /** a mark, or nothing, follows the word, so that it is no part of a sentence */
  readonly isApart: boolean
}

/**
 * The wake word with which the words begin; undefined when they begin with none. Whole words only, so that "very" is no
 * "v"; a polite "hey", "ok" or "hallo" may stand before it.
 *
 * @param wakeWords the user's list and the agents' names
 */
export function callIn(said: string, wakeWords: readonly string[]): Call | undefined {
  const wanted = wakeWords
    .flatMap((word) => spellingsOf(word).map((folded) => ({ word, folded })))
    .filter(({ folded }) => folded !== '')
  const longestFirst = wanted.toSorted((one, other) => other.folded.length - one.folded.length)
  const folded = fold(said)
  const greeting = GREETINGS.exec(folded)?.[0] ?? ''
  for (const start of [folded, folded.slice(greeting.length)]) {
    const called = longestFirst.find((known) => start === known.folded || beginsWith(start, known.folded))
    if (called) {
      const behind = behindOf(said, folded.length - start.length + called.folded.length).replace(VOCATIVE, '')
      const rest = behind.replace(/^[^\p{L}\p{N}]+/u, '').trim()
      return { word: called.word, rest, isApart: rest === '' || /^\s*[^\p{L}\p{N}\s]/u.test(behind) }
    }
  }
  return undefined
}

/** What follows a wake word with which the words begin; undefined when they begin with none. */
export function afterWakeWord(said: string, wakeWords: readonly string[]): string | undefined {
  return callIn(said, wakeWords)?.rest
}

const GREETINGS =
  /^(hey|hi|hello|ok|okay|hallo|hola|oye|salut|ciao|ehi|oi|olá|ねえ|ねぇ|ヘイ|안녕|헤이|야|嘿|你好) ?/u

/** As transcribers write Vee's own names where there are other letters; folded. */
const SPELLINGS: Readonly<Record<string, readonly string[]>> = {
  v: ['ブイ', '브이'],
  vee: ['ヴィー', 'ヴィ', 'ビー'],
  victoria: ['ヴィクトリア', 'ビクトリア', '빅토리아', '维多利亚'],
}

function spellingsOf(word: string): readonly string[] {
  const folded = fold(word)
  return [folded, ...(SPELLINGS[folded] ?? [])]
}

/** Behind these a name is what a sentence is about: 日記を書きたい calls no diary, and 튜터가 no tutor. */
const PARTICLES = /^(?:[をがのにはへ]|[은는이가을를의에와과도로]|[的里])/u

/** What is put behind a name to call it. */
const VOCATIVE = /^(?:さん|님|[야아](?!\p{L}))/u

/** Scripts without spaces join the words; a word in katakana is over where another script begins. */
function beginsWith(text: string, word: string): boolean {
  if (!text.startsWith(word)) return false
  const behind = text.slice(word.length)
  if (behind.startsWith(' ')) return true
  if (!JOINED.test(behind) || PARTICLES.test(behind)) return false
  return !(KATAKANA.test(word.slice(-1)) && KATAKANA.test(behind))
}

const JOINED = /^[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Hangul}]/u
const KATAKANA = /^[\p{sc=Katakana}ー]/u

/** What was said after as many folded characters, with the marks before it. */
function behindOf(said: string, foldedLength: number): string {
  let taken = 1
  while (taken < said.length && fold(said.slice(0, taken)).length < foldedLength) taken += 1
  return said.slice(taken)
}

/** "Nerf (guide)" → "Nerf" */
function withoutRemark(label: string): string {
  const at = label.indexOf('(')
  return at !== -1 && label.endsWith(')') ? label.slice(0, at).trimEnd() : label
}

/** The names under which an agent is called: all of it, and its first word when that tells it apart. */
export function namesOf(labels: readonly string[]): readonly string[] {
  return labels.flatMap((label) => [label, withoutRemark(label)])
}

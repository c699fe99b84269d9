import { foldForSearch } from '../text/search-fold.ts'

/** Scripts without spaces between words, and Korean, whose words carry particles: pairs of characters are compared. */
const PAIRED = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}ー]+/u
const TOKEN =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}ー]+|[\p{L}\p{N}\p{M}]+/gu
/** Beginnings of this length are compared too: "decided" finds "decision", "roofs" finds "roof". */
const STEM_LENGTH = 4
/** Most words of this length or less say nothing about the subject, in languages with letters. */
const SHORT_LENGTH = 3

/** A word or a pair of characters, with its place in the text. */
export interface Word {
  /** folded */
  readonly word: string
  /** in UTF-16 code units */
  readonly start: number
  readonly end: number
}

/** Returns the words of a text as they are compared. */
export function comparableWords(text: string): readonly Word[] {
  const words: Word[] = []
  for (const match of text.matchAll(TOKEN)) {
    const { 0: token, index } = match
    if (!PAIRED.test(token)) {
      words.push({ word: foldForSearch(token), start: index, end: index + token.length })
      continue
    }
    const characters = Array.from(token)
    let start = index
    for (const [position, character] of characters.entries()) {
      const next = characters[position + 1]
      if (next === undefined && position > 0) break
      const pair = character + (next ?? '')
      words.push({ word: foldForSearch(pair), start, end: start + pair.length })
      start += character.length
    }
  }
  return words
}

/** Returns the beginning by which inflected forms of a word are found, or undefined for a short word. */
export const stemOf = (word: string): string | undefined =>
  word.length > STEM_LENGTH && !PAIRED.test(word) ? word.slice(0, STEM_LENGTH) : undefined

/** Returns whether a word is likely to tell what a text is about. Figures and characters of other scripts are. */
export const isTelling = (word: string): boolean =>
  word.length > SHORT_LENGTH || PAIRED.test(word) || /\p{N}/u.test(word)

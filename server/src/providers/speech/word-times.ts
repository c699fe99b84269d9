import type { WordTime } from '@vee/contract/http/speech'

/** In scripts without spaces, every character is a word. */
const WORD = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}]|[^\s\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}]+/gu
/** Text that a vendor leaves out or writes differently is skipped up to this length, in UTF-16 code units. */
const MAX_SKIPPED = 40

/** Finds what vendors say about the words of a text again in that text. */
export class WordLocator {
  readonly #text: string
  readonly #words: readonly { readonly start: number; readonly end: number }[]
  /** the text before it was found */
  #cursor = 0
  /** index of the word that comes next */
  #next = 0

  constructor(text: string) {
    this.#text = text.toLowerCase().length === text.length ? text.toLowerCase() : text
    this.#words = Array.from(text.matchAll(WORD), ({ 0: { length }, index }) => ({
      start: index,
      end: index + length,
    }))
  }

  /** Returns the word that contains this part of the text, the first time it is found; otherwise undefined. */
  wordAt(text: string, atMs: number): WordTime | undefined {
    const sought = text.trim().toLowerCase()
    if (sought === '') return undefined
    const position = this.#text.indexOf(sought, this.#cursor)
    if (position === -1 || position - this.#cursor > MAX_SKIPPED) return undefined
    this.#cursor = position + sought.length
    const index = this.#words.findIndex(({ end }, wordIndex) => wordIndex >= this.#next && end > position)
    const word = this.#words[index]
    if (!word || word.start > position) return undefined
    this.#next = index + 1
    return { ...word, atMs: Math.max(0, Math.round(atMs)) }
  }
}

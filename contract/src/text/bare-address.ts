import { trimEndOf } from './trim.ts'

/** Characters of addresses without those of scripts: RFC 3986. */
const ASCII = /[\w\-.~:/?#[\]@!$&'()*+,;=%]/
/** Letters of languages without spaces, in which a sentence continues directly after an address. */
const UNSPACED_LETTER =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}ー々〆]/u
const LETTER = /[\p{L}\p{M}\p{N}]/u

/**
 * Returns the length of the address that the text begins with. It ends before punctuation of other widths, such as `。`,
 * and before letters of a language without spaces, unless they are the name of a page below a path, as in
 * `https://ja.wikipedia.org/wiki/富士山`.
 */
export function bareAddressLength(text: string): number {
  let end = 0
  for (const character of text) {
    if (!ASCII.test(character) && !isLetterOfAddress(character, text.slice(0, end))) break
    end += character.length
  }
  const address = trimEndOf(text.slice(0, end), /[.,;:!?'"\]*_~]/)
  // A closing bracket belongs to the sentence unless it was opened within the address.
  return address.endsWith(')') && address.split('(').length < address.split(')').length
    ? trimEndOf(address, /[)]/).length
    : address.length
}

function isLetterOfAddress(character: string, before: string): boolean {
  if (!LETTER.test(character)) return false
  if (!UNSPACED_LETTER.test(character)) return true
  const last = before.at(-1) ?? ''
  if (UNSPACED_LETTER.test(last)) return true
  // Below a page: after the host and at least one name.
  return /[/=_#-]$/.test(before) && /^\w+:\/\/[^/?#]+\/[^/?#]/.test(before)
}

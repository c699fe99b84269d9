/** Letters that Unicode does not decompose, as they are typed without their own key. */
const LETTERS: Readonly<Record<string, string>> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  đ: 'd',
  ð: 'd',
  ħ: 'h',
  ı: 'i',
  ł: 'l',
  ŧ: 't',
  þ: 'th',
  ς: 'σ',
}
const SPECIAL_LETTERS = new RegExp(`[${Object.keys(LETTERS).join('')}]`, 'g')
const IS_ASCII = /^[\0-\x7f]*$/
/** Combining marks after a Latin or Greek letter. Those of other scripts make other letters: й, が. */
const DIACRITICS = /([\p{Script=Latin}\p{Script=Greek}])[\u0300-\u036f]+/gu
/** U+30A1 to U+30F6; the hiragana are 0x60 below. */
const KATAKANA = /[ァ-ヶ]/g
const KANA_DISTANCE = 0x60

/**
 * Returns a text as searches compare it: without differences of case, width, composition (NFKC), kana, Latin and
 * Greek diacritics, apostrophes, quotation marks and dashes, and without invisible characters. Folding twice
 * changes nothing, and a part of a text is found in the folded text by its own folded form.
 */
export function foldForSearch(text: string): string {
  // Most texts are ASCII, and most lookups are of one word.
  if (IS_ASCII.test(text)) return text.toLowerCase()
  return text
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/\u00ad|[\u200b-\u200f\u2060\ufeff]|\ufe0e|\ufe0f/g, '')
    .normalize('NFD')
    .replaceAll(DIACRITICS, '$1')
    .normalize('NFC')
    .replaceAll(SPECIAL_LETTERS, (letter) => LETTERS[letter] ?? letter)
    .replaceAll(KATAKANA, (kana) => String.fromCharCode(kana.charCodeAt(0) - KANA_DISTANCE))
    .replaceAll(/[’‘ʼ‛′]/g, "'")
    .replaceAll(/[“”„‟«»″]/g, '"')
    .replaceAll(/[‐‑‒–—―−]/g, '-')
}

/**
 * Returns the folded text to store beside a text that a database compares without the case of A to Z, or null where
 * it would find the same in both.
 */
export function storedSearchText(text: string): string | null {
  return IS_ASCII.test(text) ? null : foldForSearch(text)
}

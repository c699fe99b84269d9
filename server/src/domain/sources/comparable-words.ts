import { trimEndOf } from '@vee/contract/text/trim'
import { foldForSearch } from '@vee/contract/text/search-fold'

/** Words are compared by their first letters, so that most inflections are equal. */
export const STEM_LENGTH = 5

export const UNSPACED_SCRIPT = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u
const FIGURE = /\p{Nd}+(?:[.,'’\u00a0\u202f ]\p{Nd}{3}(?!\p{Nd}))*(?:[.,]\p{Nd}+)*/gu
export const TOKEN = /[\p{L}\p{N}]+(?:['’-][\p{L}\p{N}]+)*/gu

/** Returns the letters and digits of a text in folded form. */
export const wordsOnly = (text: string) => foldForSearch(text).replaceAll(/[^\p{L}\p{N}]+/gu, '')

/** Returns the possible values of a figure as texts: `1.234` is 1234 in one language and 1.234 in another. */
function valuesOf(figure: string): readonly string[] {
  const digits = figure.normalize('NFKC').replaceAll(/['’\s]/g, '')
  const separators = digits.replaceAll(/\d/g, '')
  if (separators === '') return [canonical(digits)]
  const last = separators.at(-1) ?? ''
  const index = digits.lastIndexOf(last)
  const asDecimal = `${digits.slice(0, index).replaceAll(/\D/g, '')}.${digits.slice(index + 1)}`
  const asWhole = digits.replaceAll(/\D/g, '')
  const isMixed = new Set(separators).size > 1
  const areGroups = /^\d{1,3}(?:\D\d{3})+$/.test(digits)
  if (isMixed) return [canonical(asDecimal)]
  if (areGroups && separators.length > 1) return [canonical(asWhole)]
  // Thousandths that are zero are not written.
  if (areGroups && digits.endsWith('000')) return [canonical(asWhole)]
  return areGroups ? [canonical(asWhole), canonical(asDecimal)] : [canonical(asDecimal)]
}

/** `007.50` and `7.5` are one value. */
function canonical(digits: string): string {
  const [integer = '', fraction = ''] = digits.split('.')
  const start = integer.replace(/^0+(?=\d)/, '')
  const end = trimEndOf(fraction, /0/)
  return end === '' ? start : `${start}.${end}`
}

/** Small numbers that are written as words; those that mean something else in another language are left out. */
const NUMBER_WORDS: ReadonlyMap<string, string> = new Map(
  [
    ['2', 'two zwei deux'],
    ['3', 'three drei trois tres tre três'],
    ['4', 'four vier quatre cuatro quattro quatro'],
    ['5', 'five fünf cinq cinco cinque'],
    ['6', 'six sechs'],
    ['7', 'seven sieben siete sette sete'],
    ['8', 'eight huit ocho otto oito'],
    ['9', 'nine neun nueve nove'],
    ['10', 'ten zehn diez dieci dez'],
    ['11', 'eleven undici'],
    ['12', 'twelve zwölf douze doce dodici doze'],
  ].flatMap(([value = '', words = '']) => words.split(' ').map((word) => [word, value] as const)),
)
const NUMBER_WORD = new RegExp(
  `(?<![\\p{L}\\p{N}])(?:${[...NUMBER_WORDS.keys()].join('|')})(?![\\p{L}\\p{N}])`,
  'giu',
)

/** Returns the possible values of each figure of a text, and of small numbers in words. */
export const figuresIn = (text: string): readonly (readonly string[])[] =>
  (
    text.replaceAll(NUMBER_WORD, (word) => NUMBER_WORDS.get(word.toLowerCase()) ?? word).match(FIGURE) ?? []
  ).map(valuesOf)

/** Returns the words of a text as they are compared: by their beginnings, unspaced scripts by pairs of characters. */
export function stemsIn(text: string): ReadonlySet<string> {
  const stems = new Set<string>()
  for (const token of foldForSearch(text).match(TOKEN) ?? []) {
    if (UNSPACED_SCRIPT.test(token)) {
      for (let index = 0; index + 1 < token.length; index += 1) stems.add(token.slice(index, index + 2))
    } else if (token.length >= 4 && !/^\d+$/.test(token)) stems.add(token.slice(0, STEM_LENGTH))
  }
  return stems
}

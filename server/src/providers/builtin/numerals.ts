import { textOf } from './locale-text.ts'
import { perLocale } from './per-locale.ts'
import { phraseTable } from './phrases.ts'
import type { BuiltinTurn } from './turn.ts'

/** A number with separators: the first digit group, then the rest. */
export const NUMERAL = String.raw`\d+(?:[.,' \u00a0\u202f]\d{3})*(?:[.,]\d+)?`

/**
 * Parses a numeral by the language's decimal mark. A mark before exactly three digits separates thousands,
 * unless it is the decimal mark.
 */
export function readNumeral(numeral: string, usesDecimalComma: boolean): number {
  const decimal = usesDecimalComma ? ',' : '.'
  const other = usesDecimalComma ? '.' : ','
  const compact = numeral.replaceAll(/[' \u00a0\u202f]/g, '')
  const isGrouped = new RegExp(String.raw`^\d{1,3}(?:[${other}]\d{3})+(?:[${decimal}]\d+)?$`).test(compact)
  return Number(isGrouped ? compact.replaceAll(other, '').replace(decimal, '.') : compact.replace(',', '.'))
}

/** Returns the values of number words: "two", "zwölf", "三". */
export const numberWordsOf = perLocale((locale) => phraseTable(Object.entries(textOf(locale).numberWords)))

export const usesDecimalComma = (tag: string): boolean => new Intl.NumberFormat(tag).format(1.5) === '1,5'

const EXACT_BELOW = 1e15
const READABLE_FROM = 1e-6
const MAX_DIGITS = 12

/** Returns a number formatted for reading and speech; very large and very small ones use powers of ten. */
export function shownNumber(value: number, { tag }: Pick<BuiltinTurn, 'tag'>): string {
  const size = Math.abs(value)
  const isReadable = size === 0 || (size < EXACT_BELOW && size >= READABLE_FROM)
  return new Intl.NumberFormat(tag, {
    maximumSignificantDigits: isReadable ? MAX_DIGITS : 6,
    notation: isReadable ? 'standard' : 'scientific',
  }).format(value)
}

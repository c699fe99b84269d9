import { textOf, type UnitKey } from '../../locale-text.ts'
import { mathematics } from '../../mathematics.ts'
import { NUMERAL, numberWordsOf, readNumeral, usesDecimalComma } from '../../numerals.ts'
import { perLocale } from '../../per-locale.ts'
import { matcherOf, phraseTable, wordCount } from '../../phrases.ts'
import type { Skill } from '../../skill.ts'
import type { BuiltinTurn } from '../../turn.ts'

/** Maps units to mathjs names and the symbols that all languages share. */
const UNITS: Readonly<Record<UnitKey, { readonly math: string; readonly signs: readonly string[] }>> = {
  kilometer: { math: 'km', signs: ['km'] },
  meter: { math: 'm', signs: ['m'] },
  centimeter: { math: 'cm', signs: ['cm'] },
  millimeter: { math: 'mm', signs: ['mm'] },
  mile: { math: 'mi', signs: ['mi'] },
  yard: { math: 'yd', signs: ['yd'] },
  foot: { math: 'ft', signs: ['ft'] },
  inch: { math: 'inch', signs: [] },
  gram: { math: 'g', signs: ['g'] },
  kilogram: { math: 'kg', signs: ['kg'] },
  pound: { math: 'lbm', signs: ['lb', 'lbs'] },
  ounce: { math: 'oz', signs: ['oz'] },
  tonne: { math: 'tonne', signs: [] },
  liter: { math: 'litre', signs: ['l'] },
  milliliter: { math: 'ml', signs: ['ml'] },
  gallon: { math: 'gallon', signs: [] },
  /** measuring cups and labels: 16 tablespoons of 15 ml; the cup of mathjs is the older one of 236.6 ml */
  cup: { math: 'measuringCup', signs: [] },
  tablespoon: { math: 'tablespoon', signs: [] },
  teaspoon: { math: 'teaspoon', signs: [] },
  celsius: { math: 'degC', signs: ['°c', 'c'] },
  fahrenheit: { math: 'degF', signs: ['°f', 'f'] },
  second: { math: 's', signs: [] },
  minute: { math: 'minute', signs: [] },
  hour: { math: 'hour', signs: [] },
  day: { math: 'day', signs: [] },
  week: { math: 'week', signs: [] },
  'kilometer-per-hour': { math: 'km/hour', signs: ['km/h', 'kmh'] },
  'mile-per-hour': { math: 'mi/hour', signs: ['mph'] },
  hectare: { math: 'hectare', signs: ['ha'] },
  acre: { math: 'acre', signs: [] },
}

interface Mention {
  readonly unit: UnitKey
  readonly value: number | undefined
}

/** "10 miles in kilometres", "how many tablespoons are in a cup". */
export const units: Skill = {
  id: 'units',
  async answer(turn) {
    const { mentions, rest } = mentionsIn(turn)
    const [first, second, ...others] = mentions
    if (first === undefined || second === undefined || others.length > 0 || first.unit === second.unit)
      return undefined
    if (wordCount(rest) > 1 || (first.value !== undefined && second.value !== undefined)) return undefined
    const isCounting = first.value === undefined && second.value === undefined && !/\d/.test(rest)
    if (isCounting && !turn.hears('count')) return undefined
    const source = isCounting || first.value === undefined ? second : first
    const target = source === second ? first : second
    const value = source.value ?? 1
    const converted = (await mathematics()).convert(value, UNITS[source.unit].math, UNITS[target.unit].math)
    if (converted === undefined) return undefined
    return turn.say('conversion', {
      from: shown(value, source.unit, turn),
      to: shown(converted, target.unit, turn),
    })
  },
}

const unitNamesOf = perLocale((locale) => {
  const { units } = textOf(locale)
  const keys = Object.keys(UNITS) as UnitKey[]
  return phraseTable(
    keys.flatMap((unit) => [...units[unit], ...UNITS[unit].signs].map((name) => [name, unit] as const)),
  )
})

function mentionsIn({ wholeText, heardTexts, heardIn }: BuiltinTurn): { mentions: Mention[]; rest: string } {
  const numbers = numberWordsOf(heardIn)
  const names = unitNamesOf(heardIn)
  const decimalComma = usesDecimalComma(heardIn)
  const text = wholeText.replaceAll(numbers.matcher, (word) => ` ${numbers.valueOf(word) ?? ''} `)
  const mentions = [...text.matchAll(names.matcher)].flatMap(({ 0: name, index }) => {
    const unit = names.valueOf(name)
    const before = numberBefore(text.slice(0, index), decimalComma)
    return unit ? [{ unit, value: before ?? numberAfter(text.slice(index + name.length), decimalComma) }] : []
  })
  const { triggers, stopwords } = heardTexts
  const rest = [triggers.leadIn, triggers.count, stopwords].reduce(
    (rest, list) => rest.replaceAll(matcherOf(list), ' '),
    text.replaceAll(names.matcher, ' '),
  )
  return { mentions, rest }
}

// Outside of `String.raw`, in which the bundler cannot escape them.
const MINUS = '−'
const COUNTERS = '度도杯'

function numberBefore(text: string, decimalComma: boolean): number | undefined {
  const match = new RegExp(String.raw`([-${MINUS}]?)(${NUMERAL})\s*$`).exec(text)
  if (!match) return undefined
  const value = readNumeral(match[2] ?? '', decimalComma)
  return match[1] === '' ? value : -value
}

/** Parses numbers after their unit and before a counter: "華氏72度", "大さじ3杯". */
function numberAfter(text: string, decimalComma: boolean): number | undefined {
  const match = new RegExp(String.raw`^\s*(-?)(${NUMERAL})\s*[${COUNTERS}]`).exec(text)
  if (!match) return undefined
  const value = readNumeral(match[2] ?? '', decimalComma)
  return match[1] === '' ? value : -value
}

/** Units that the platform has no name for. */
const NAMED_HERE: ReadonlySet<UnitKey> = new Set(['cup', 'tablespoon', 'teaspoon', 'tonne'])

function shown(value: number, unit: UnitKey, { tag, answerText }: BuiltinTurn): string {
  const digits = { maximumSignificantDigits: 6 }
  if (!NAMED_HERE.has(unit)) {
    return new Intl.NumberFormat(tag, { ...digits, style: 'unit', unit, unitDisplay: 'long' }).format(value)
  }
  const [plural = '', singular = plural] = answerText.units[unit]
  const isOne = new Intl.PluralRules(tag).select(value) === 'one'
  return `${new Intl.NumberFormat(tag, digits).format(value)} ${isOne ? singular : plural}`
}

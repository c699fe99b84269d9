import { trimEndOf } from '@vee/contract/text/trim'
import { textOf } from '../../locale-text.ts'
import { mathematics } from '../../mathematics.ts'
import { NUMERAL, numberWordsOf, readNumeral, shownNumber, usesDecimalComma } from '../../numerals.ts'
import { perLocale } from '../../per-locale.ts'
import { matcherOf, phraseTable } from '../../phrases.ts'
import type { Skill } from '../../skill.ts'
import type { BuiltinTurn } from '../../turn.ts'

/** The server's calculator, which displays the calculation to the user. */
const TOOL = 'calculate'
/** Limit for the number of characters and for the depth of parentheses. */
const MAX_EXPRESSION_LENGTH = 200
const MAX_DEPTH = 20

const FUNCTIONS = 'sqrt|cbrt|abs|round|floor|ceil|sin|cos|tan|log10|log2|exp'
/** Matches the tokens allowed in an expression, none of which can call unsafe functions of mathjs. */
const TOKEN = new RegExp(String.raw`\d+(?:\.\d+)?(?:e[+-]?\d+)?|[-+*/^%!()]|\s|pi|(?:${FUNCTIONS})`, 'g')
const OPERATION = new RegExp(String.raw`\d\)*\s*(?:[-+*/^%]|!)|(?:${FUNCTIONS})`)
/**
 * Matches a whole number. A match never starts within another, so that no run of digits is scanned more than
 * once.
 */
const NUMBER = String.raw`(?<![\d.])(\d+(?:\.\d+)?)`
const ISO_DATE = /^\d{4}-\d\d?-\d\d?$/

export const arithmetic: Skill = {
  id: 'arithmetic',
  async answer(turn) {
    const expression = expressionOf(turn)
    if (expression === undefined) return undefined
    if (expression.length > MAX_EXPRESSION_LENGTH || depthOf(expression) > MAX_DEPTH)
      return turn.say('tooComplex')
    const resultOf = turn.resultOf(TOOL)
    if (resultOf === undefined && turn.offers(TOOL)) return { tool: TOOL, arguments: { expression } }
    const result = numberIn(resultOf) ?? (await evaluated(expression))
    if (result === undefined) return undefined
    if (Number.isNaN(result) || dividesByZero(expression)) return turn.say('undefinedResult')
    return Number.isFinite(result)
      ? turn.say('sum', { result: shownNumber(result, turn) })
      : turn.say('tooLarge')
  },
}

const SIGNS: Readonly<Record<string, string>> = {
  '×': '*',
  '·': '*',
  '÷': '/',
  '−': '-',
  '–': '-',
  '√': 'sqrt',
  '²': '^2',
  '³': '^3',
}

const operatorsOf = perLocale((locale) =>
  phraseTable(
    Object.entries(textOf(locale).operators).flatMap(([sign, words]) =>
      words.map((word) => [word, sign] as const),
    ),
  ),
)

/** Returns the message as an expression; undefined if it contains anything else. */
function expressionOf({ wholeText, heardTexts, heardIn }: BuiltinTurn): string | undefined {
  const operators = operatorsOf(heardIn)
  const numbers = numberWordsOf(heardIn)
  const decimalComma = usesDecimalComma(heardIn)
  const signs = wholeText
    .replaceAll(/(?<=\d)\s*[x×]\s*(?=\d)/g, '*')
    .replaceAll(operators.matcher, (words) => ` ${operators.valueOf(words) ?? ''} `)
    .replaceAll(matcherOf(heardTexts.triggers.leadIn), ' ')
    .replaceAll(numbers.matcher, (word) => String(numbers.valueOf(word)))
    .replaceAll(/[×·÷−–√²³]/g, (sign) => SIGNS[sign] ?? '')
    .replaceAll(new RegExp(NUMERAL, 'g'), (numeral) => String(readNumeral(numeral, decimalComma)))
    .replace(/^[¿¡\s]+/, '')
    .replaceAll(/\s+/g, ' ')
  const symbolic = trimEndOf(signs, /[?=.。？ ]/)
    .replaceAll(/sqrt ?(\d+(?:\.\d+)?)/g, 'sqrt($1)')
    // In some languages the root follows its number.
    .replaceAll(new RegExp(String.raw`${NUMBER} ?sqrt(?!\()`, 'g'), 'sqrt($1)')
  const expression = withPercentages(symbolic).trim()
  const isSum = isOfTokens(expression) && OPERATION.test(expression) && !ISO_DATE.test(expression)
  return isSum ? expression : undefined
}

/** Rewrites "15 % of 80", and "80 of 15 %" for languages with the base first. */
function withPercentages(text: string): string {
  return text
    .replace(new RegExp(String.raw`${NUMBER} ?% ?of ?${NUMBER}`), '($1/100*$2)')
    .replace(new RegExp(String.raw`${NUMBER} ?of ?${NUMBER} ?%`), '($2/100*$1)')
}

const isOfTokens = (expression: string) => expression !== '' && expression.replaceAll(TOKEN, '') === ''

function depthOf(expression: string): number {
  let depth = 0
  let deepest = 0
  for (const sign of expression) {
    if (sign === '(') deepest = Math.max(deepest, ++depth)
    else if (sign === ')') depth--
  }
  return deepest
}

const dividesByZero = (expression: string) => /\/\s*0+(?:\.0+)?(?![\d.])/.test(expression)

/** Returns the calculator's result; undefined if it failed or was not called. */
function numberIn(resultOf: string | undefined): number | undefined {
  if (resultOf === undefined) return undefined
  const number = Number(resultOf)
  return resultOf.trim() === 'NaN' || !Number.isNaN(number) ? number : undefined
}

/** Returns undefined for invalid expressions. */
async function evaluated(expression: string): Promise<number | undefined> {
  try {
    return (await mathematics()).evaluate(expression)
  } catch {
    return undefined
  }
}

import { markup, say } from './inline-step.ts'
import type { InlineStep } from './inline-step.ts'
import { WAIT } from './markdown-token.ts'
import type { Ahead, Wait } from './markdown-token.ts'

/** Maximum length of code or a formula within a paragraph, in UTF-16 code units. */
const SEARCH_LIMIT = 600
/** Maximum length of code that is read aloud; longer code is announced. */
const READABLE_CODE = 60
/** Matches names, numbers and simple sums that a voice can read. */
const READABLE_FORMULA = /^[\p{L}\d\s.,+\-=<>()/]{1,24}$/u

interface Reach {
  readonly text: string
  /** true if later input cannot change `text` */
  readonly isSettled: boolean
}

/**
 * Returns the text that a span from here may cover: up to the end of its paragraph, and at most the limit.
 */
function reach({ text, isComplete }: Ahead): Reach {
  const near = text.slice(0, SEARCH_LIMIT)
  const blank = /\n[ \t\r]*\n/.exec(near)
  return {
    text: blank ? near.slice(0, blank.index) : near,
    isSettled: isComplete || blank !== null || near.length === SEARCH_LIMIT,
  }
}

/** Reads a code span: short code is spoken, longer code is announced; unmatched back-ticks are dropped. */
export function readCodeSpan(ahead: Ahead): InlineStep | Wait {
  const { text, isSettled } = reach(ahead)
  const ticks = /^`+/.exec(text)?.[0].length ?? 0
  const close = new RegExp(`(?<!\`)\`{${ticks}}(?!\`)`, 'g')
  close.lastIndex = ticks
  const match = close.exec(text)
  const length = match ? match.index + ticks : 0
  if (!isSettled && (!match || length === text.length)) return WAIT
  if (!match) return markup(ticks)
  const code = text.slice(ticks, match.index).replace(/\s+/g, ' ').trim()
  return code.length > READABLE_CODE ? { type: 'show', thing: 'code', length } : say(code, length)
}

/** Reads a formula between two-character marks. */
export function readFormula(ahead: Ahead, close: '$$' | '\\)' | '\\]'): InlineStep | Wait {
  const { text, isSettled } = reach(ahead)
  const end = text.indexOf(close, 2)
  if (end >= 0) return sayOrShow(text.slice(2, end), end + 2)
  return isSettled ? markup(1) : WAIT
}

/**
 * Reads a formula between single dollars. It touches both of them and no digit follows, so that amounts of
 * money are not matched.
 */
export function readDollarFormula(ahead: Ahead): InlineStep | Wait {
  const { text, isSettled } = reach(ahead)
  const end = 1 + text.slice(1).search(/[$\n]/)
  if (end === 0) return isSettled ? say('$') : WAIT
  if (end + 1 === text.length && !isSettled) return WAIT
  const formula = text.slice(1, end)
  const isFormula = text.charAt(end) === '$' && /^\S(?:.*[^\s\\])?$/.test(formula)
  return isFormula && !/\d/.test(text.charAt(end + 1)) ? sayOrShow(formula, end + 1) : say('$')
}

function sayOrShow(formula: string, length: number): InlineStep {
  const plain = formula.trim()
  return READABLE_FORMULA.test(plain) ? say(plain, length) : { type: 'show', thing: 'formula', length }
}

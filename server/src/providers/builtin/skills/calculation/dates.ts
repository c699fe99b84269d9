import { addDays, dayIn, daysBetween, daysNamedIn, shownDay } from '../../calendar.ts'
import { NUMERAL, numberWordsOf, readNumeral, usesDecimalComma } from '../../numerals.ts'
import { matcherOf, wordCount } from '../../phrases.ts'
import type { Skill } from '../../skill.ts'
import { TOOL_TEXTS } from '../../text/tool-texts.ts'
import type { BuiltinTurn } from '../../turn.ts'

/** The server's calendar, which displays the calculation to the user. */
const TOOL = 'date_time'
const DAYS_A_WEEK = 7
/** Limit of the calendar tool, in days. */
const FARTHEST_DAYS = 100_000

/** Returns today's date, the weekday of a date, or the number of days between two dates. */
export const dates: Skill = {
  id: 'dates',
  answer(turn) {
    const { heardTexts, heardIn, tag, wholeText } = turn
    const today = dayIn(turn.timeZone, turn.now())
    const [first, second] = daysNamedIn(wholeText, { heardIn, today })
    const namesDay = first !== undefined && first.getTime() !== today.getTime()
    const asksForDate = turn.hears('weekday') || turn.hears('today')
    const shift = asksForDate && !namesDay ? shiftIn(turn) : undefined
    if (shift !== undefined) {
      const resultOf = turn.resultOf(TOOL)
      if (resultOf === undefined && turn.offers(TOOL)) {
        const date = today.toISOString().slice(0, 10)
        return { tool: TOOL, arguments: { operation: 'add', date, days: shift } }
      }
      return turn.say('dateOf', { date: shownDay(dayTold(resultOf) ?? addDays(today, shift), tag) })
    }
    if (turn.hears('days') && first !== undefined) {
      const [from, to] = second === undefined ? [today, first] : [first, second]
      const count = Math.abs(daysBetween(from, to))
      const days = new Intl.NumberFormat(tag, { style: 'unit', unit: 'day', unitDisplay: 'long' }).format(
        count,
      )
      return turn.say('daysBetween', { from: shownDay(from, tag), to: shownDay(to, tag), days })
    }
    if (namesDay && turn.hears('weekday')) {
      return turn.say('dateOf', { date: shownDay(first, tag) })
    }
    const isAboutToday = turn.hears('today') || (first !== undefined && turn.hears('weekday'))
    const rest = turn.besides(
      heardTexts.triggers.today,
      heardTexts.triggers.weekday,
      Object.keys(heardTexts.relativeDays),
    )
    return isAboutToday && wordCount(rest) === 0
      ? turn.say('today', { date: shownDay(today, tag) })
      : undefined
  },
}

/**
 * Returns the number of days from today, as in "in 100 days" and "two weeks ago"; undefined if the message
 * contains none.
 */
function shiftIn({ wholeText, heardTexts, heardIn }: BuiltinTurn): number | undefined {
  const numbers = numberWordsOf(heardIn)
  const text = wholeText.replaceAll(numbers.matcher, (word) => String(numbers.valueOf(word)))
  const [day, week] = [matcherOf(heardTexts.units.day).source, matcherOf(heardTexts.units.week).source]
  const [, numeral, unit = ''] = new RegExp(`(${NUMERAL})\\s*((?:${week})|(?:${day}))`, 'u').exec(text) ?? []
  if (numeral === undefined) return undefined
  const count = readNumeral(numeral, usesDecimalComma(heardIn))
  const days = unit.search(matcherOf(heardTexts.units.week)) === -1 ? count : count * DAYS_A_WEEK
  if (!Number.isSafeInteger(days) || days > FARTHEST_DAYS) return undefined
  return text.search(matcherOf(TOOL_TEXTS[heardIn].ago)) === -1 ? days : -days
}

function dayTold(resultOf: string | undefined): Date | undefined {
  const iso = resultOf === undefined ? undefined : /\d{4}-\d{2}-\d{2}/.exec(resultOf)?.[0]
  return iso === undefined ? undefined : new Date(`${iso}T00:00:00Z`)
}

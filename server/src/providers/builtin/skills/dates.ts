import { dayIn, daysBetween, daysNamedIn, shownDay } from '../calendar.ts'
import { wordCount } from '../phrases.ts'
import type { Skill } from '../skill.ts'

/** Today, the weekday of a date, and how many days lie between two. */
export const dates: Skill = {
  id: 'dates',
  answer(turn) {
    const { heard, heardIn, tag, whole } = turn
    const today = dayIn(turn.timeZone, turn.now())
    const [first, second] = daysNamedIn(whole, { heardIn, today })
    if (turn.hears('days') && first !== undefined) {
      const [from, to] = second === undefined ? [today, first] : [first, second]
      const count = Math.abs(daysBetween(from, to))
      const days = new Intl.NumberFormat(tag, { style: 'unit', unit: 'day', unitDisplay: 'long' }).format(
        count,
      )
      return turn.say('daysBetween', { from: shownDay(from, tag), to: shownDay(to, tag), days })
    }
    if (first !== undefined && first.getTime() !== today.getTime() && turn.hears('weekday')) {
      return turn.say('dateOf', { date: shownDay(first, tag) })
    }
    const isAboutToday = turn.hears('today') || (first !== undefined && turn.hears('weekday'))
    const rest = turn.besides(heard.triggers.today, heard.triggers.weekday, Object.keys(heard.relativeDays))
    return isAboutToday && wordCount(rest) === 0
      ? turn.say('today', { date: shownDay(today, tag) })
      : undefined
  },
}

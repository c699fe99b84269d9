import { dayIn, daysNamedIn, shownDay } from '../../calendar.ts'
import { NUMERAL } from '../../numerals.ts'
import { foldPhrase } from '../../phrases.ts'
import type { Skill } from '../../skill.ts'
import { bulleted, subjectOf } from '../../subject.ts'
import type { BuiltinTurn } from '../../turn.ts'

const MAX_SHOWN = 100
/** Maximum length of text that is searched for dates, in UTF-16 code units. */
const MAX_DATES_TEXT_LENGTH = 20_000

const EMAIL = /[\p{L}\p{N}._%+-]{1,64}@[\p{L}\p{N}-]{1,63}(?:\.[\p{L}\p{N}-]{1,63}){1,5}/gu

const KINDS = {
  emails: (text: string) => text.match(EMAIL) ?? [],
  dates: (text: string, turn: BuiltinTurn) => {
    const today = dayIn(turn.timeZone, turn.now())
    const days = daysNamedIn(foldPhrase(text.slice(0, MAX_DATES_TEXT_LENGTH)), {
      heardIn: turn.heardIn,
      today,
    })
    return days.map((day) => shownDay(day, turn.tag))
  },
  numbers: (text: string) => text.match(new RegExp(NUMERAL, 'g')) ?? [],
} as const

/** The numbers, dates or mail addresses of a text. */
export const pullOut: Skill = {
  id: 'pull-out',
  answer(turn) {
    const kind = (Object.keys(KINDS) as Array<keyof typeof KINDS>).find((kind) => turn.hears(kind))
    if (kind === undefined || !turn.hears('extract')) return undefined
    const text = subjectOf(turn, ['extract', kind, 'leadIn'], 'all')
    if (text === undefined) return undefined
    if (text.trim() === '') return turn.say('noText')
    const matches = [...new Set(KINDS[kind](text, turn))]
    return matches.length === 0 ? turn.say('nothingFound') : bulleted(matches.slice(0, MAX_SHOWN))
  },
}

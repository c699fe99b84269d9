import type { Locale } from '@vee/contract/entities/locale'
import { dayIn, shownDay } from '../../calendar.ts'
import { textOf } from '../../locale-text.ts'
import { perLocale } from '../../per-locale.ts'
import { phraseTable, wordCount } from '../../phrases.ts'
import type { Skill } from '../../skill.ts'
import type { BuiltinTurn } from '../../turn.ts'

interface Zone {
  readonly name: string
  readonly timeZone: string
}

/** Returns the local time, or the time at every place that names a time zone. */
export const time: Skill = {
  id: 'time',
  answer(turn) {
    if (!turn.hears('time')) return undefined
    const zones = zonesIn(turn)
    if (zones.length > 0) {
      const times = zones.map(({ name, timeZone }) => {
        const date = shownDay(dayIn(timeZone, turn.now()), turn.tag)
        return turn.say('timeIn', { place: name, time: shownTime(timeZone, turn), date })
      })
      return times.join('\n\n')
    }
    const rest = turn.besides(
      turn.heardTexts.triggers.time,
      turn.heardTexts.triggers.leadIn,
      Object.keys(turn.heardTexts.relativeDays),
    )
    if (wordCount(rest) > 2) return undefined
    if (wordCount(rest) > 0) return turn.say('unknownPlace')
    return turn.say('timeHere', { time: shownTime(turn.timeZone, turn), zone: turn.timeZone })
  },
}

const shownTime = (timeZone: string, { tag, now }: BuiltinTurn) =>
  new Intl.DateTimeFormat(tag, { timeZone, timeStyle: 'short' }).format(now())

const zoneTableOf = perLocale((locale) => {
  const zones = Intl.supportedValuesOf('timeZone').map((timeZone) => ({
    name: (timeZone.split('/').at(-1) ?? timeZone).replaceAll('_', ' '),
    timeZone,
  }))
  const named = Object.entries(textOf(locale).places).map(([name, timeZone]) => ({
    name: titled(name, locale),
    timeZone,
  }))
  return phraseTable([...zones, ...named].map((zone) => [zone.name, zone] as const))
})

function zonesIn({ wholeText, heardIn }: BuiltinTurn): readonly Zone[] {
  const zoneTable = zoneTableOf(heardIn)
  const zones = [...wholeText.matchAll(zoneTable.matcher)].flatMap(([name]) => zoneTable.valueOf(name) ?? [])
  return [...new Map(zones.map((zone) => [zone.timeZone, zone])).values()]
}

const titled = (name: string, locale: Locale) =>
  name.replaceAll(/(?<=^|\s)\p{Ll}/gu, (letter) => letter.toLocaleUpperCase(locale))

import { DAY_MS } from '@vee/contract/time/durations'
import type { Locale } from '@vee/contract/entities/locale'
import { dayAt } from '@vee/contract/time/time-zone'
import { formatTag, textOf } from './locale-text.ts'
import { perLocale } from './per-locale.ts'
import { foldPhrase, phraseTable } from './phrases.ts'

/** A day without a time, represented by midnight in UTC. */
export type Day = Date

const MONTHS = Array.from({ length: 12 }, (_, month) => month)

export interface Calendar {
  readonly heardIn: Locale
  readonly today: Day
}

/** Returns the current day in a time zone. */
export function dayIn(timeZone: string, now: Date): Day {
  return new Date(dayAt(timeZone, now.getTime()))
}

export const addDays = (day: Day, count: number): Day => new Date(day.getTime() + count * DAY_MS)
export const daysBetween = (from: Day, to: Day): number =>
  Math.round((to.getTime() - from.getTime()) / DAY_MS)

export const shownDay = (day: Day, tag: string): string =>
  new Intl.DateTimeFormat(tag, {
    timeZone: 'UTC',
    weekday: 'long',
    year: 'numeric',
    month: 'long',
    day: 'numeric',
  }).format(day)

/** Returns the dates in a folded text, in order. A date without a year is the next such day. */
export function daysNamedIn(text: string, calendar: Calendar): Day[] {
  return readersOf(calendar)
    .flatMap(({ pattern, read }) => [...text.matchAll(pattern)].map((match) => ({ match, day: read(match) })))
    .toSorted((a, b) => a.match.index - b.match.index || b.match[0].length - a.match[0].length)
    .filter(({ match }, position, all) =>
      all.slice(0, position).every((earlier) => endOf(earlier.match) <= match.index),
    )
    .flatMap(({ day }) => day ?? [])
}

const endOf = (match: RegExpExecArray) => match.index + match[0].length

interface DateReader {
  readonly pattern: RegExp
  readonly read: (match: RegExpExecArray) => Day | undefined
}

// Outside of `String.raw`, in which the bundler cannot escape them.
const ORDINAL_SIGNS = 'º|ª|°'

function readersOf({ heardIn, today }: Calendar): DateReader[] {
  const relativeDays = relativeDaysOf(heardIn)
  const feasts = feastsOf(heardIn)
  const months = monthNamesOf(heardIn)
  const month = [...months.keys()].toSorted((a, b) => b.length - a.length).join('|')
  const ordinal = String.raw`(?:st|nd|rd|th|er|${ORDINAL_SIGNS}|\.)?`
  const year = String.raw`(?:,?\s*(?:of|de|del)?\s*(\d{4})(?!\d))?`
  const monthFirst = heardIn === 'en'
  const near = (year: string | undefined, month: number, day: number) => dayOf(year, month, day, today)
  return [
    {
      pattern: /(?<!\d)(\d{4})-(\d{1,2})-(\d{1,2})(?!\d)/g,
      read: ([, y, m, d]) => near(y, Number(m), Number(d)),
    },
    {
      pattern: /(?:(\d{4})\s*[年년]\s*)?(\d{1,2})\s*[月월]\s*(\d{1,2})\s*[日일]/g,
      read: ([, y, m, d]) => near(y, Number(m), Number(d)),
    },
    {
      pattern: /(?<![\d.])(\d{1,2})[./](\d{1,2})[./](\d{4})(?!\d)/g,
      read: ([, a, b, y]) => (monthFirst ? near(y, Number(a), Number(b)) : near(y, Number(b), Number(a))),
    },
    {
      pattern: new RegExp(
        String.raw`(?<!\d)(\d{1,2})${ordinal}\s*(?:of|de|di|del)?\s*(${month})(?!\p{L})\.?${year}`,
        'gu',
      ),
      read: ([, d, name, y]) => near(y, months.get(name ?? '') ?? 0, Number(d)),
    },
    {
      pattern: new RegExp(String.raw`(?<!\p{L})(${month})\.?\s+(\d{1,2})(?!\d)${ordinal}${year}`, 'gu'),
      read: ([, name, d, y]) => near(y, months.get(name ?? '') ?? 0, Number(d)),
    },
    {
      pattern: relativeDays.matcher,
      read: ([name]) => addDays(today, relativeDays.valueOf(name) ?? 0),
    },
    {
      pattern: feasts.matcher,
      read: ([name]) => {
        const [m, d] = (feasts.valueOf(name) ?? '').split('-')
        return near(undefined, Number(m), Number(d))
      },
    },
  ]
}

const relativeDaysOf = perLocale((locale) => phraseTable(Object.entries(textOf(locale).relativeDays)))
const feastsOf = perLocale((locale) => phraseTable(Object.entries(textOf(locale).feasts)))

/** Returns undefined for a day that does not exist. */
function dayOf(year: string | undefined, month: number, day: number, today: Day): Day | undefined {
  const inYear = (year: number) => {
    const date = new Date(Date.UTC(year, month - 1, day))
    return date.getUTCMonth() === month - 1 && date.getUTCDate() === day ? date : undefined
  }
  if (year !== undefined) return inYear(Number(year))
  // The next 29 February may be up to eight years away.
  for (let next = today.getUTCFullYear(); next <= today.getUTCFullYear() + 8; next++) {
    const date = inYear(next)
    if (date && date >= today) return date
  }
  return undefined
}

/** Returns month numbers (1 to 12) by long and short names, in the forms used alone and within dates. */
const monthNamesOf = perLocale((locale): ReadonlyMap<string, number> => {
  const names = new Map<string, number>()
  for (const style of ['long', 'short'] as const) {
    const alone = new Intl.DateTimeFormat(formatTag(locale), { month: style, timeZone: 'UTC' })
    const within = new Intl.DateTimeFormat(formatTag(locale), {
      month: style,
      day: 'numeric',
      timeZone: 'UTC',
    })
    for (const month of MONTHS) {
      const date = new Date(Date.UTC(2024, month, 15))
      const inside = within.formatToParts(date).find(({ type }) => type === 'month')?.value ?? ''
      for (const name of [alone.format(date), inside]) {
        const folded = foldPhrase(name).replaceAll('.', '')
        if (/^\p{L}+$/u.test(folded)) names.set(folded, month + 1)
      }
    }
  }
  return names
})

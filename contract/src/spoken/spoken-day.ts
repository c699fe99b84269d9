import { fold } from './fold.ts'

/** Days before today that words name, by language; `month` and `year` begin at their first day. */
const RELATIVE: Readonly<Record<string, Readonly<Record<string, number | 'week' | 'month' | 'year'>>>> = {
  en: {
    today: 0,
    yesterday: 1,
    'last week': 7,
    'last month': 31,
    'last year': 365,
    'this week': 'week',
    'this month': 'month',
    'this year': 'year',
  },
  es: {
    hoy: 0,
    ayer: 1,
    'la semana pasada': 7,
    'el mes pasado': 31,
    'el año pasado': 365,
    'esta semana': 'week',
    'este mes': 'month',
    'este año': 'year',
  },
  fr: {
    "aujourd'hui": 0,
    hier: 1,
    'la semaine dernière': 7,
    'le mois dernier': 31,
    "l'année dernière": 365,
    'cette semaine': 'week',
    'ce mois ci': 'month',
    'cette année': 'year',
  },
  de: {
    heute: 0,
    gestern: 1,
    'letzter woche': 7,
    'letzte woche': 7,
    'letztem monat': 31,
    'letztem jahr': 365,
    'dieser woche': 'week',
    'diesem monat': 'month',
    'diesem jahr': 'year',
  },
  it: {
    oggi: 0,
    ieri: 1,
    'settimana scorsa': 7,
    'mese scorso': 31,
    "l'anno scorso": 365,
    'anno scorso': 365,
    'questa settimana': 'week',
    'questo mese': 'month',
    "quest'anno": 'year',
  },
  pt: {
    hoje: 0,
    ontem: 1,
    'semana passada': 7,
    'a semana passada': 7,
    'mês passado': 31,
    'o mês passado': 31,
    'ano passado': 365,
    'o ano passado': 365,
    'esta semana': 'week',
    'este mês': 'month',
    'este ano': 'year',
  },
  ja: {
    今日: 0,
    昨日: 1,
    先週: 7,
    先月: 31,
    去年: 365,
    昨年: 365,
    今週: 'week',
    今月: 'month',
    今年: 'year',
  },
  ko: { 오늘: 0, 어제: 1, 지난주: 7, 지난달: 31, 작년: 365, 이번주: 'week', 이번달: 'month', 올해: 'year' },
  zh: {
    今天: 0,
    昨天: 1,
    上周: 7,
    上个月: 31,
    去年: 365,
    这周: 'week',
    本周: 'week',
    这个月: 'month',
    本月: 'month',
    今年: 'year',
  },
}

/** Words before a day or a month that do not change it. */
const AROUND =
  /\b(?:the|of|el|del|de|le|la|du|au|dem|den|der|il|lo|l|primo|o|a|month|mes|mois|monat|mese|mês)\b/gu
const CJK_DAY = /^(?:(\d{4})[年년])?(?:(\d{1,2})[月월])?(?:(\d{1,2})[日号일])?$/u

const pad = (number: number) => String(number).padStart(2, '0')
const dayOf = (date: Date) => `${date.getFullYear()}-${pad(date.getMonth() + 1)}-${pad(date.getDate())}`

/**
 * Returns the day, as YYYY-MM-DD, that words such as "June", "3 June 2025", "last week" or 6月 name: the latest one that is not in
 * the future. Undefined for other words.
 * @param words folded
 * @param base language, such as `de`
 */
export function spokenDay(words: string, base: string, now = new Date()): string | undefined {
  const relative = RELATIVE[base]?.[words]
  if (typeof relative === 'number')
    return dayOf(new Date(now.getFullYear(), now.getMonth(), now.getDate() - relative))
  if (relative === 'month') return dayOf(new Date(now.getFullYear(), now.getMonth(), 1))
  if (relative === 'year') return `${now.getFullYear()}-01-01`
  if (relative === 'week')
    return dayOf(new Date(now.getFullYear(), now.getMonth(), now.getDate() - ((now.getDay() + 6) % 7)))
  if (/^\d{4}$/.test(words)) return `${words}-01-01`
  const cjk = CJK_DAY.exec(words.replaceAll(' ', ''))
  if (cjk && words !== '') return latest(Number(cjk[2] ?? 1), Number(cjk[3] ?? 1), cjk[1], now)
  return dayWithMonth(words, base, now) ?? weekdayIn(words, base, now)
}

function dayWithMonth(words: string, base: string, now: Date): string | undefined {
  const names = namesOf(base, 'month')
  const tokens = words.replaceAll(AROUND, ' ').split(/\s+/).filter(Boolean)
  const month = tokens.findIndex((token) => names.has(token))
  if (month === -1 || tokens.length > 3) return undefined
  const others = tokens
    .filter((_, index) => index !== month)
    .map((token) => token.replace(/(?:st|nd|rd|th|er|º)$/u, ''))
  if (!others.every((token) => /^\d{1,4}$/.test(token))) return undefined
  const day = others.find((token) => token.length <= 2)
  const year = others.find((token) => token.length === 4)
  return latest((names.get(tokens[month] ?? '') ?? 0) + 1, Number(day ?? 1), year, now)
}

function weekdayIn(words: string, base: string, now: Date): string | undefined {
  const weekday = namesOf(base, 'weekday').get(words.replaceAll(AROUND, ' ').replaceAll(/\s+/g, ' ').trim())
  if (weekday === undefined) return undefined
  return dayOf(
    new Date(now.getFullYear(), now.getMonth(), now.getDate() - ((now.getDay() - weekday + 7) % 7 || 7)),
  )
}

/** Returns the day in the year, or the latest one that is not in the future. Undefined for a day that does not exist. */
function latest(month: number, day: number, year: string | undefined, now: Date): string | undefined {
  const inYear = (wanted: number) => new Date(wanted, month - 1, day)
  const date = inYear(year === undefined ? now.getFullYear() : Number(year))
  if (date.getMonth() !== month - 1 || date.getDate() !== day) return undefined
  return dayOf(year === undefined && date > now ? inYear(now.getFullYear() - 1) : date)
}

const cachedNames = new Map<string, ReadonlyMap<string, number>>()

/** Returns the folded names of months (from 0) or weekdays (Sunday is 0) of a language. */
function namesOf(base: string, kind: 'month' | 'weekday'): ReadonlyMap<string, number> {
  const key = `${base} ${kind}`
  const names = new Map(cachedNames.get(key))
  if (names.size === 0) {
    // 2 January 2022 was a Sunday.
    const dates = Array.from({ length: kind === 'month' ? 12 : 7 }, (_, index) =>
      kind === 'month' ? new Date(Date.UTC(2022, index, 15)) : new Date(Date.UTC(2022, 0, 2 + index)),
    )
    for (const width of ['long', 'short'] as const)
      for (const [index, date] of dates.entries())
        names.set(fold(new Intl.DateTimeFormat(base, { [kind]: width, timeZone: 'UTC' }).format(date)), index)
    cachedNames.set(key, names)
  }
  return names
}

import { localDay } from '#lib/local-day.ts'

/** Returns a day such as 2026-11-21: of a time, the one in the reader's time zone. */
export const dayOf = (date: string) => (date.includes('T') ? localDay(Date.parse(date)) : date.slice(0, 10))

/** Returns the day of a date in words: unchanged for a day; for a time, in the reader's time zone. */
export const formatDay = (date: string, locale: string, dateStyle: 'long' | 'medium' = 'long') =>
  new Intl.DateTimeFormat(locale, { dateStyle, ...(date.includes('T') ? {} : { timeZone: 'UTC' }) }).format(
    new Date(date),
  )

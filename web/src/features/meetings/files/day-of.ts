/** Returns the day of a date: unchanged for a day; for a time, in the reader's time zone. */
export const formatDay = (date: string, locale: string, dateStyle: 'long' | 'medium' = 'long') =>
  new Intl.DateTimeFormat(locale, { dateStyle, ...(date.includes('T') ? {} : { timeZone: 'UTC' }) }).format(
    new Date(date),
  )

/** A day stays the day that it is; a time is told where the reader is. */
export const dayOf = (date: string, locale: string, dateStyle: 'long' | 'medium' = 'long') =>
  new Intl.DateTimeFormat(locale, { dateStyle, ...(date.includes('T') ? {} : { timeZone: 'UTC' }) }).format(
    new Date(date),
  )

/** Returns a point in time as people read it: the time of day, with the date where it is not today. */
export function retryTimeText(at: Date, language: string, now = new Date()): string {
  const isToday = at.toDateString() === now.toDateString()
  return new Intl.DateTimeFormat(language, {
    timeStyle: 'short',
    ...(!isToday && { dateStyle: 'medium' }),
  }).format(at)
}

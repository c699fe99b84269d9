/** Returns a formatted point in time: the time of day, with the date if it is not today. */
export function retryTimeText(at: Date, language: string, now = new Date()): string {
  const isToday = at.toDateString() === now.toDateString()
  return new Intl.DateTimeFormat(language, {
    timeStyle: 'short',
    ...(!isToday && { dateStyle: 'medium' }),
  }).format(at)
}

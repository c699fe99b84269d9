/** Returns a formatted point in time: the time of day, with the date if it is not today. */
export function retryTimeText(date: Date, language: string, now = new Date()): string {
  const isToday = date.toDateString() === now.toDateString()
  return new Intl.DateTimeFormat(language, {
    timeStyle: 'short',
    ...(!isToday && { dateStyle: 'medium' }),
  }).format(date)
}

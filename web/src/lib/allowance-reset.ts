/** Returns the local time of day at which daily allowances reset (00:00 UTC), formatted for a language. */
export function allowanceResetTime(language: string): string {
  const midnight = new Date()
  midnight.setUTCHours(0, 0, 0, 0)
  return new Intl.DateTimeFormat(language, { timeStyle: 'short' }).format(midnight)
}

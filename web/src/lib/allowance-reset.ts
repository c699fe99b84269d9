/** Returns the local time of day at which daily allowances reset (00:00 UTC), as people of a language write it. */
export function allowanceResetTime(language: string): string {
  const midnight = new Date()
  midnight.setUTCHours(0, 0, 0, 0)
  return new Intl.DateTimeFormat(language, { timeStyle: 'short' }).format(midnight)
}

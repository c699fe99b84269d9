/**
 * Returns the time at which the allowance of a refusal resets, from the details of the response; ISO 8601,
 * undefined without one.
 */
export function resetsAtOf(details: unknown): string | undefined {
  const resetsAt: unknown = new Map(Object.entries(Object(details))).get('resetsAt')
  return typeof resetsAt === 'string' && !Number.isNaN(Date.parse(resetsAt)) ? resetsAt : undefined
}

/** Returns the local time of day of a reset, which is at most a day away, formatted for a language. */
export function resetTimeText(date: Date, language: string): string {
  return new Intl.DateTimeFormat(language, { timeStyle: 'short' }).format(date)
}

/** Returns the local time of day at which daily allowances reset (00:00 UTC), formatted for a language. */
export function allowanceResetTime(language: string): string {
  const midnight = new Date()
  midnight.setUTCHours(0, 0, 0, 0)
  return resetTimeText(midnight, language)
}

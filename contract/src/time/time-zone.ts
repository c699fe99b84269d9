import { DAY_MS } from './durations.ts'

/** The zone of requests that name none. */
export const UTC = 'UTC'

/** `en-CA` writes days as 2026-11-21; the extensions fix calendar and digits. */
const ISO_DAY_LOCALE = 'en-CA-u-ca-gregory-nu-latn'
/** No zone is further from UTC, in ms. */
const MAX_OFFSET_MS = 15 * 3_600_000

/** There are 600 names; each may be written in many ways. */
const MAX_NAMES = 1_000
const canonicalNames = new Map<string, string>()

/** By name: creating a formatter costs a thousand times what using it does. */
const dayFormats = new Map<string, Intl.DateTimeFormat>()

/**
 * Returns the canonical IANA name of a time zone, such as America/Los_Angeles for US/Pacific; UTC for a name that
 * is unknown, absent, or an offset such as +02:00, which has no daylight saving time.
 */
export function timeZoneOf(name: string | undefined): string {
  if (name === undefined || name.length > 60 || !/^[a-z][\w+/-]*$/i.test(name)) return UTC
  const canonicalName = canonicalNames.get(name)
  if (canonicalName !== undefined) return canonicalName
  try {
    const { timeZone } = new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions()
    if (canonicalNames.size < MAX_NAMES) canonicalNames.set(name, timeZone)
    return timeZone
  } catch {
    return UTC
  }
}

/**
 * Returns the day on which a time falls in a zone, such as 2026-11-21.
 * @param timeZone IANA name; throws a RangeError for an unknown one
 * @param time in milliseconds since 1970
 */
export function dayAt(timeZone: string, time: number): string {
  let format = dayFormats.get(timeZone)
  if (format === undefined) {
    format = new Intl.DateTimeFormat(ISO_DAY_LOCALE, {
      timeZone,
      year: 'numeric',
      month: '2-digit',
      day: '2-digit',
    })
    if (dayFormats.size < MAX_NAMES) dayFormats.set(timeZone, format)
  }
  return format.format(time)
}

/**
 * Returns the first millisecond of a day in a zone. That is not always midnight, which daylight saving time skips in
 * some zones; a day that a zone skipped as a whole begins with the next one.
 * @param day such as 2026-11-21
 */
export function startOfDay(timeZone: string, day: string): number {
  const midnight = Date.parse(`${day}T00:00:00Z`)
  // The last time before the day, and the first one that may be in it.
  let [before, start] = [midnight - MAX_OFFSET_MS, midnight + MAX_OFFSET_MS]
  while (start - before > 1) {
    const middle = Math.floor((before + start) / 2)
    if (dayAt(timeZone, middle) >= day) start = middle
    else before = middle
  }
  return start
}

const weekdays = new Intl.DateTimeFormat('en', { weekday: 'long', timeZone: UTC })

/**
 * Returns a day with its weekday in English, as models are told it: Friday, 2026-11-27.
 * @param day such as 2026-11-27
 */
export const dayWithWeekday = (day: string): string => `${weekdays.format(new Date(day))}, ${day}`

/**
 * Returns a day moved by a number of days.
 * @param day such as 2026-11-21
 */
export function shiftDay(day: string, count: number): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) + count * DAY_MS).toISOString().slice(0, 10)
}

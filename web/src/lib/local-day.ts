import { dayAt } from '@vee/contract/time/time-zone'
import { localTimeZone } from './http/local-time-zone.ts'

/** Returns the day of a time in the browser's zone, such as 2026-11-21. */
export const localDay = (time: number) => dayAt(localTimeZone(), time)

/** Returns the local day and time of day for the name of a file, such as 2026-11-21-14-30-00. */
export function fileStamp(time: number): string {
  const clock = new Date(time).toLocaleTimeString('en-GB', { timeZone: localTimeZone() })
  return `${localDay(time)}-${clock.replaceAll(':', '-')}`
}

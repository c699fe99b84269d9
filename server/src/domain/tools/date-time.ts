import { DAY_MS } from '@vee/contract/time/durations'
import { dayAt, dayWithWeekday } from '@vee/contract/time/time-zone'
import { z } from 'zod'
import { timeZoneOfCaller } from '../accounts/index.ts'
import { ownTool, ToolFailure } from './tool.ts'

const shift = z.int().min(-100_000).max(100_000).default(0)

/** Returns dates and times. Days are counted in the proleptic Gregorian calendar, without times of day. */
export const dateTime = ownTool({
  name: 'date_time',
  description:
    'The clock and the calendar. "now" tells date, weekday and time in a time zone; "add" moves a date by days, weeks, months or years; "difference" counts the days between two dates. Use it whenever today\'s date or time matters.',
  input: z.object({
    operation: z.enum(['now', 'add', 'difference']),
    timeZone: z
      .string()
      .max(60)
      .optional()
      .describe('IANA name, such as Europe/Berlin; the zone of the person when left out'),
    date: z.iso.date().optional().describe('YYYY-MM-DD; today when left out'),
    until: z.iso.date().optional().describe('YYYY-MM-DD; for "difference"'),
    days: shift,
    weeks: shift,
    months: shift,
    years: shift,
  }),
  run: async (input, { caller, now }) => {
    const timeZone = input.timeZone ?? timeZoneOfCaller(caller)
    const today = dayIn(timeZone, now())
    const date = input.date === undefined ? today : new Date(`${input.date}T00:00:00Z`)
    switch (input.operation) {
      case 'now':
        return nowIn(timeZone, now())
      case 'add':
        return dayText(moved(date, input))
      case 'difference': {
        const until = input.until === undefined ? today : new Date(`${input.until}T00:00:00Z`)
        const days = Math.round((until.getTime() - date.getTime()) / DAY_MS)
        return `${days} days from ${dayText(date)} to ${dayText(until)}`
      }
    }
  },
})

/** Returns the day in a zone, represented by midnight in UTC. */
function dayIn(timeZone: string, time: number): Date {
  try {
    return new Date(dayAt(timeZone, time))
  } catch {
    throw new ToolFailure(`There is no time zone ${JSON.stringify(timeZone)}.`)
  }
}

function nowIn(timeZone: string, time: number): string {
  const format = new Intl.DateTimeFormat('en-GB', { dateStyle: 'full', timeStyle: 'long', timeZone })
  return `${format.format(time)} (${timeZone}; ${new Date(time).toISOString()})`
}

interface Shift {
  readonly days: number
  readonly weeks: number
  readonly months: number
  readonly years: number
}

/** Returns the shifted date. A month after 31 January is the last day of February. */
function moved(date: Date, { days, weeks, months, years }: Shift): Date {
  const month = date.getUTCMonth() + months + years * 12
  const lastDay = new Date(Date.UTC(date.getUTCFullYear(), month + 1, 0)).getUTCDate()
  const day = Math.min(date.getUTCDate(), lastDay) + days + weeks * 7
  const result = new Date(Date.UTC(date.getUTCFullYear(), month, day))
  if (Number.isNaN(result.getTime())) throw new ToolFailure('That day is beyond the calendar.')
  return result
}

const dayText = (date: Date): string => dayWithWeekday(date.toISOString().slice(0, 10))

import { DAY_MS } from '@vee/contract/time/durations'
import { useState } from 'react'

const isoDay = (time: number) => new Date(time).toISOString().slice(0, 10)

interface Days {
  /** such as 2026-11-21, in UTC and inclusive; empty: from the beginning */
  readonly from: string
  /** empty: until today */
  readonly to: string
}

/** The period of a list: the last `daysShown` days, or everything, until the user chooses another one. */
export function usePeriod(daysShown?: number) {
  const [days, onChange] = useState<Days>(() =>
    daysShown === undefined
      ? { from: '', to: '' }
      : { from: isoDay(Date.now() - (daysShown - 1) * DAY_MS), to: isoDay(Date.now()) },
  )
  const { from, to } = days
  const query = { ...(from !== '' && { from }), ...(to !== '' && { to }) }
  return { fields: { from, to, onChange }, query }
}

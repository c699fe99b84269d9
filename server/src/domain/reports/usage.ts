import { DAY_MS } from '@vee/contract/time/durations'
import { csvLine } from '@vee/contract/csv'
import { invalid } from '../accounts/index.ts'

const MAX_DAYS = 366
/** Default period, in days. */
const DAYS_SHOWN = 30

interface Period {
  /** milliseconds since 1970, inclusive */
  readonly from: number
  /** milliseconds since 1970, exclusive */
  readonly until: number
}

/**
 * Returns a period from days in UTC, such as 2026-11-21, both inclusive. Throws VALIDATION for invalid dates
 * and periods that are too long.
 */
export function periodOf(
  { from, to }: { readonly from?: string | undefined; readonly to?: string | undefined },
  now: number,
): Period {
  const lastDay = to === undefined ? Math.floor(now / DAY_MS) * DAY_MS : Date.parse(to)
  const until = lastDay + DAY_MS
  const first = from === undefined ? until - DAYS_SHOWN * DAY_MS : Date.parse(from)
  if (first >= until) throw invalid('from', 'The first day is after the last one.')
  if (until - first > MAX_DAYS * DAY_MS) throw invalid('from', `Ask for ${MAX_DAYS} days at most.`)
  return { from: first, until }
}

/** Returns the UTC day of a time in milliseconds. */
export const utcDayOf = (time: number) => new Date(time).toISOString().slice(0, 10)

interface Use {
  readonly tokens: number
  readonly costUsd: number
  readonly requests: number
}

export const presentUse = ({
  tokens,
  costMicroUsd,
  requests,
}: {
  readonly tokens: number
  readonly costMicroUsd: number
  readonly requests: number
}): Use => ({ tokens, costUsd: costMicroUsd / 1_000_000, requests })

/** Yields a series as CSV, with the names of its columns in the first line. */
export async function* usageLines(
  groupBy: string,
  series: readonly (Use & { readonly key: string })[],
): AsyncIterable<Uint8Array> {
  const lines = [
    csvLine([groupBy, 'tokens', 'cost_usd', 'requests']),
    ...series.map(({ key, tokens, costUsd, requests }) => csvLine([key, tokens, costUsd, requests])),
  ]
  yield new TextEncoder().encode(lines.join(''))
}

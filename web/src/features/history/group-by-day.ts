import { DAY_MS } from '@vee/contract/time/durations'

/** Number of days with their own headings; older items are grouped by month. */
const NAMED_DAYS = 7

export type DayGroup<Item> = {
  readonly key: string
  /** today, yesterday, or a weekday or month in the language */
  readonly label: 'today' | 'yesterday' | { readonly text: string }
  readonly items: readonly Item[]
}

/** Groups items by day in the reader's time zone, in their given order. */
export function groupByDay<Item extends { readonly updatedAt: string }>(
  items: readonly Item[],
  now: Date,
  language: string,
): readonly DayGroup<Item>[] {
  // One format takes as long to make as hundreds of dates to write.
  const nameOf = {
    weekday: new Intl.DateTimeFormat(language, { weekday: 'long' }),
    month: new Intl.DateTimeFormat(language, { month: 'long', year: 'numeric' }),
  }
  const groups = new Map<string, { label: DayGroup<Item>['label']; items: Item[] }>()
  for (const item of items) {
    const { key, label } = dayOf(new Date(item.updatedAt), now, nameOf)
    const group = groups.get(key) ?? { label, items: [] }
    group.items.push(item)
    groups.set(key, group)
  }
  return [...groups].map(([key, group]) => ({ key, ...group }))
}

function dayOf(
  date: Date,
  now: Date,
  nameOf: Readonly<Record<'weekday' | 'month', Intl.DateTimeFormat>>,
): Pick<DayGroup<never>, 'key' | 'label'> {
  const days = daysBetween(date, now)
  if (days <= 0) return { key: 'today', label: 'today' }
  if (days === 1) return { key: 'yesterday', label: 'yesterday' }
  const isNamed = days < NAMED_DAYS
  const text = nameOf[isNamed ? 'weekday' : 'month'].format(date)
  return { key: isNamed ? `day-${days}` : `${date.getFullYear()}-${date.getMonth()}`, label: { text } }
}

/** Returns the midnights between two times; daylight saving time makes some days an hour longer. */
function daysBetween(date: Date, now: Date): number {
  return Math.round((midnight(now) - midnight(date)) / DAY_MS)
}

const midnight = (time: Date) => new Date(time.getFullYear(), time.getMonth(), time.getDate()).getTime()

import type { UsageItem } from '@vee/contract/http/costs'

const DAY_MS = 86_400_000

interface Day {
  /** as 2026-11-21 */
  readonly day: string
  /** undefined where nothing was used */
  readonly item: UsageItem | undefined
}

/** So many days up to one of them, oldest first, with those on which nothing was used. */
export function lastDays(items: readonly UsageItem[], until: string, count: number): readonly Day[] {
  const byDay = new Map(items.map((item) => [item.key, item]))
  const last = Date.parse(until)
  return Array.from({ length: count }, (_, index) => {
    const day = new Date(last - (count - 1 - index) * DAY_MS).toISOString().slice(0, 10)
    return { day, item: byDay.get(day) }
  })
}

import type { UsageItem } from '@vee/contract/http/costs'

const DAY_MS = 86_400_000

interface Day {
  /** as 2026-11-21 */
  readonly day: string
  /** undefined if nothing was used */
  readonly item: UsageItem | undefined
}

/** Returns the given number of days up to one of them, oldest first, including days without usage. */
export function lastDays(items: readonly UsageItem[], until: string, count: number): readonly Day[] {
  const byDay = new Map(items.map((item) => [item.key, item]))
  const last = Date.parse(until)
  return Array.from({ length: count }, (_, index) => {
    const day = new Date(last - (count - 1 - index) * DAY_MS).toISOString().slice(0, 10)
    return { day, item: byDay.get(day) }
  })
}

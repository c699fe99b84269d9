import { expect, test } from 'vitest'
import { groupByDay } from './group-by-day.ts'

const NOW = new Date(2026, 10, 21, 12)
const at = (...parts: [number, number, number, number?]) => ({
  updatedAt: new Date(parts[0], parts[1], parts[2], parts[3] ?? 9).toISOString(),
})

test('today, yesterday, the days of a week by name, and months', () => {
  const items = [
    at(2026, 10, 21, 0),
    at(2026, 10, 20, 23),
    at(2026, 10, 18),
    at(2026, 10, 15),
    at(2026, 10, 14),
    at(2026, 10, 1),
    at(2025, 10, 30),
  ]
  expect(
    groupByDay(items, NOW, 'de-DE').map(({ label, items: dayItems }) => [label, dayItems.length]),
  ).toEqual([
    ['today', 1],
    ['yesterday', 1],
    [{ text: 'Mittwoch' }, 1],
    [{ text: 'Sonntag' }, 1],
    [{ text: 'November 2026' }, 2],
    [{ text: 'November 2025' }, 1],
  ])
})

test("a clock behind the server's shows no future dates", () => {
  expect(groupByDay([at(2026, 10, 22)], NOW, 'en')).toMatchObject([{ label: 'today' }])
})

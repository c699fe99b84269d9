import { expect, it } from 'vitest'
import { lastDays } from './day-chart.tsx'

const item = { key: '2026-02-28', tokens: 5, costUsd: 0, requests: 1, ownKeyRequests: 0, isEstimated: false }

it('are complete, including those without usage, across the end of a month', () => {
  expect(lastDays([item], '2026-03-01', 3)).toEqual([
    { day: '2026-02-27', item: undefined },
    { day: '2026-02-28', item },
    { day: '2026-03-01', item: undefined },
  ])
})

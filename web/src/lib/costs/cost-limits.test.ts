import type { CostRecord } from '@vee/contract/http/costs'
import { expect, it } from 'vitest'
import { costStatus } from './cost-limits.ts'

const LIMITS = { session: 1, daily: 2, monthly: 0 }
const record = (more: Partial<CostRecord>): CostRecord => ({
  sessionCost: 0,
  costsByService: { llm: 0, stt: 0, tts: 0, live: 0 },
  sessionStartTime: '2026-11-21T00:00:00.000Z',
  entryCount: 0,
  globalMonthlyCost: 0,
  threshold: null,
  isThresholdReached: false,
  dailyCost: 0,
  monthlyCost: 0,
  ...more,
})

it.each([
  [{}, 'fine'],
  [{ sessionCost: 0.79 }, 'fine'],
  [{ sessionCost: 0.8 }, 'near'],
  [{ sessionCost: 1 }, 'exceeded'],
  [{ dailyCost: 1.6 }, 'near'],
  [{ dailyCost: 2.5 }, 'exceeded'],
  // 0 is no limit.
  [{ monthlyCost: 500 }, 'fine'],
  [{ isThresholdReached: true }, 'exceeded'],
] as const)('%j is %s', (costs, status) => {
  expect(costStatus(record(costs), LIMITS)).toBe(status)
})

it('is fine without any data', () => {
  expect(costStatus(undefined, LIMITS)).toBe('fine')
})

import { expect, it } from 'vitest'
import { HeldBytesLimit } from './held-bytes-limit.ts'

it('limits the total, and the share of one network', () => {
  const budget = new HeldBytesLimit({ soundBytes: 100, soundBytesPerNetwork: 60 })
  expect(budget.reserveBytes('a', 60)).toBe(true)
  expect(budget.reserveBytes('a', 1)).toBe(false)
  expect(budget.reserveBytes('b', 41)).toBe(false)
  expect(budget.reserveBytes('b', 40)).toBe(true)
  budget.release('a', 60)
  expect(budget.reserveBytes('c', 60)).toBe(true)
  expect(budget.reserveBytes('c', 1)).toBe(false)
})

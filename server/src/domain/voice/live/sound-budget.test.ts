import { expect, it } from 'vitest'
import { SoundBudget } from './sound-budget.ts'

it('limits the total, and the share of one network', () => {
  const budget = new SoundBudget({ soundBytes: 100, soundBytesPerNetwork: 60 })
  expect(budget.take('a', 60)).toBe(true)
  expect(budget.take('a', 1)).toBe(false)
  expect(budget.take('b', 41)).toBe(false)
  expect(budget.take('b', 40)).toBe(true)
  budget.release('a', 60)
  expect(budget.take('c', 60)).toBe(true)
  expect(budget.take('c', 1)).toBe(false)
})

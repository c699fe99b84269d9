import { expect, it } from 'vitest'
import { HeldBytesLimit } from './held-bytes-limit.ts'

it('limits the total, and the share of one network', () => {
  const limit = new HeldBytesLimit({ soundBytes: 100, soundBytesPerNetwork: 60 })
  expect(limit.reserveBytes('a', 60)).toBe(true)
  expect(limit.reserveBytes('a', 1)).toBe(false)
  expect(limit.reserveBytes('b', 41)).toBe(false)
  expect(limit.reserveBytes('b', 40)).toBe(true)
  limit.release('a', 60)
  expect(limit.reserveBytes('c', 60)).toBe(true)
  expect(limit.reserveBytes('c', 1)).toBe(false)
})

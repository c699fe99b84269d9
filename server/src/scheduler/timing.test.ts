import { DAY_MS } from '@vee/contract/time/durations'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { firstDelayMs, leaseMs, nextDelayMs, timeLimitMs } from './timing.ts'

const every = fc.integer({ min: 1_000, max: DAY_MS })
const random = fc.double({ min: 0, max: 1, noNaN: true })

it('begins anywhere in the first period', () => {
  expect([0, 0.5, 1].map((at) => firstDelayMs(60_000, at))).toEqual([0, 30_000, 60_000])
})

it('deviates from the period by 10 % at most', () => {
  expect([0, 0.5, 1].map((at) => nextDelayMs(60_000, at))).toEqual([54_000, 60_000, 66_000])
})

it('lets a run end before its lease, and the lease before the next run', () => {
  fc.assert(
    fc.property(every, random, (everyMs, index) => {
      expect(timeLimitMs(everyMs)).toBeLessThanOrEqual(leaseMs(everyMs))
      expect(leaseMs(everyMs)).toBeLessThan(nextDelayMs(everyMs, index))
    }),
  )
})

it('limits every run to five minutes', () => {
  expect([5_000, 3_600_000].map(timeLimitMs)).toEqual([4_000, 300_000])
})

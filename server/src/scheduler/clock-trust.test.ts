import { beforeEach, expect, it } from 'vitest'
import { type ClockTrust, watchClock } from './clock-trust.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

let now: number
let elapsed: number
let upMs: number
let clock: ClockTrust
const pass = (ms: number) => {
  now += ms
  elapsed += ms
  upMs += ms
}

beforeEach(() => {
  now = Date.UTC(2026, 10, 28)
  elapsed = 5
  upMs = 30 * DAY
  clock = watchClock({ now: () => now, elapsed: () => elapsed, upMs: () => upMs })
})

it('trusts a clock that runs, and one that is corrected by seconds', () => {
  for (let round = 0; round < 48; round += 1) {
    pass(HOUR / 2)
    now += 2_000
    expect(clock.isTrusted()).toBe(true)
  }
})

it.each([
  ['a year ahead', 365 * DAY],
  ['a year back', -365 * DAY],
])('does not trust a clock that jumped %s until an hour later', (_, jump) => {
  now += jump
  expect(clock.isTrusted()).toBe(false)
  pass(59 * MINUTE)
  expect(clock.isTrusted()).toBe(false)
  pass(2 * MINUTE)
  expect(clock.isTrusted()).toBe(true)
})

it('waits for another hour after the clock was corrected', () => {
  now += 365 * DAY
  expect(clock.isTrusted()).toBe(false)
  pass(50 * MINUTE)
  now -= 365 * DAY
  expect(clock.isTrusted()).toBe(false)
  pass(50 * MINUTE)
  expect(clock.isTrusted()).toBe(false)
  pass(11 * MINUTE)
  expect(clock.isTrusted()).toBe(true)
})

it('does not trust the clock of a machine that has just started', () => {
  upMs = MINUTE
  expect(clock.isTrusted()).toBe(false)
  pass(15 * MINUTE)
  expect(clock.isTrusted()).toBe(true)
})

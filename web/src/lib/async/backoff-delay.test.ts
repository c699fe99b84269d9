import { afterEach, expect, it, vi } from 'vitest'
import { backoffDelay } from './backoff-delay.ts'

const BACKOFF = { firstMs: 300, maxMs: 1_000 }

afterEach(() => void vi.restoreAllMocks())

it.each([
  [0, 0, 150],
  [0, 1, 300],
  [1, 0.5, 450],
  [2, 0, 500],
  [9, 1, 1_000],
])(
  'doubles up to the longest delay, half of it random: retry %i with %d waits %i ms',
  (attempt, random, ms) => {
    vi.spyOn(Math, 'random').mockReturnValue(random)
    expect(backoffDelay(attempt, BACKOFF)).toBe(ms)
  },
)

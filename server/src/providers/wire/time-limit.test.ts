import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { startTimeLimit } from './event-stream.ts'

const NEVER = new AbortController().signal

describe('a limit on waiting', () => {
  beforeEach(() => vi.useFakeTimers())
  afterEach(() => vi.useRealTimers())

  it('expires after this time without activity', () => {
    const limit = startTimeLimit(1000, NEVER)
    vi.advanceTimersByTime(999)
    expect(limit.signal.aborted).toBe(false)
    vi.advanceTimersByTime(1)
    expect(limit.signal.aborted).toBe(true)
    expect(limit.hasPassed).toBe(true)
  })

  it('is restarted by any activity', () => {
    const limit = startTimeLimit(1000, NEVER)
    for (let sign = 0; sign < 5; sign++) {
      vi.advanceTimersByTime(900)
      limit.restart()
    }
    expect(limit.hasPassed).toBe(false)
    vi.advanceTimersByTime(1000)
    expect(limit.hasPassed).toBe(true)
  })

  it('never expires after it is stopped', () => {
    const limit = startTimeLimit(1000, NEVER)
    limit.stop()
    vi.advanceTimersByTime(5000)
    expect(limit.signal.aborted).toBe(false)
  })

  it('propagates a cancellation, which is not a timeout', () => {
    const cancel = new AbortController()
    const limit = startTimeLimit(1000, cancel.signal)
    cancel.abort()
    expect(limit.signal.aborted).toBe(true)
    expect(limit.hasPassed).toBe(false)
  })
})

// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { createPainter } from './painter.ts'

beforeEach(() => vi.useFakeTimers())
afterEach(() => vi.useRealTimers())

/** Returns a painter with the times of its paints. */
function createCountingPainter() {
  const paints: number[] = []
  return { paints, painter: createPainter(() => void paints.push(performance.now())) }
}

const FRAME_MS = 17

it('paints calls until the next frame once', () => {
  const { paints, painter } = createCountingPainter()
  painter.paintSoon()
  painter.paintSoon()
  expect(paints).toHaveLength(0)
  vi.advanceTimersByTime(FRAME_MS)
  expect(paints).toHaveLength(1)
})

it('paints at most every second frame', () => {
  const { paints, painter } = createCountingPainter()
  for (let elapsed = 0; elapsed < 1_000; elapsed += 5) {
    painter.paintSoon()
    vi.advanceTimersByTime(5)
  }
  expect(paints.length).toBeGreaterThan(15)
  expect(paints.length).toBeLessThanOrEqual(31)
})

it.each([
  [30, 90],
  [4_000, 120],
])('waits after a paint of %d ms, %d ms from its beginning', (cost, interval) => {
  const paints: number[] = []
  let costMs = cost
  const painter = createPainter(() => {
    paints.push(performance.now())
    const ended = performance.now() + costMs
    vi.spyOn(performance, 'now').mockImplementation(() => ended)
  })
  painter.paintSoon()
  vi.advanceTimersByTime(FRAME_MS)
  expect(paints).toHaveLength(1)
  vi.advanceTimersByTime(1)
  vi.restoreAllMocks()
  costMs = 0
  const from = paints[0] ?? 0
  painter.paintSoon()
  vi.advanceTimersByTime(from + interval - 1 - performance.now())
  expect(paints).toHaveLength(1)
  vi.advanceTimersByTime(1 + FRAME_MS)
  expect(paints).toHaveLength(2)
})

it('paints at once if required, and then not again for the same calls', () => {
  const { paints, painter } = createCountingPainter()
  painter.paintSoon()
  painter.now()
  expect(paints).toHaveLength(1)
  vi.advanceTimersByTime(1_000)
  expect(paints).toHaveLength(1)
})

it('paints by time while no frame comes', () => {
  vi.stubGlobal('requestAnimationFrame', () => 1)
  vi.stubGlobal('cancelAnimationFrame', () => {})
  const { paints, painter } = createCountingPainter()
  painter.paintSoon()
  vi.advanceTimersByTime(251)
  expect(paints).toHaveLength(1)
  vi.unstubAllGlobals()
})

it('does not paint after a cancel', () => {
  const { paints, painter } = createCountingPainter()
  painter.paintSoon()
  painter.cancel()
  vi.advanceTimersByTime(1_000)
  expect(paints).toHaveLength(0)
})

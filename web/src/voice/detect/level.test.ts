import { expect, it } from 'vitest'
import { isSilent, meterOf, rmsOf } from './level.ts'

it('measures the root mean square', () => {
  expect(rmsOf(Float32Array.of(0.5, -0.5, 0.5, -0.5))).toBeCloseTo(0.5)
  expect(rmsOf(new Float32Array(0))).toBe(0)
})

it('shows loudness in even steps between a quiet room and full scale', () => {
  expect([0, 0.001, 1, 2].map(meterOf)).toEqual([0, 0, 1, 1])
  expect(meterOf(0.0562)).toBeCloseTo(0.5, 2)
})

it('treats a muted microphone as silence and a whisper as speech', () => {
  expect(isSilent(0.0002)).toBe(true)
  expect(isSilent(0.003)).toBe(false)
})

import { expect, it } from 'vitest'
import { CAPTURE_SAMPLE_RATE, FRAME_SAMPLES } from '../capture/frames.ts'
import { createToneTracker } from './prosody.ts'

/** Returns the tone after a second whose pitch moves from one frequency to another in its last 200 ms. */
function toneAfter(from: number, to: number, frames = 100) {
  const tracker = createToneTracker()
  let phase = 0
  for (let frame = 0; frame < frames; frame += 1) {
    const share = Math.max(0, (frame - (frames - 20)) / 20)
    const hertz = from + share * (to - from)
    const samples = Int16Array.from({ length: FRAME_SAMPLES }, () => {
      phase += (2 * Math.PI * hertz) / CAPTURE_SAMPLE_RATE
      return Math.round(6_000 * (Math.sin(phase) + Math.sin(2 * phase) / 2))
    })
    tracker.push(samples)
  }
  return tracker
}

it('falls at the end of a finished thought', () => {
  expect(toneAfter(140, 100).tone()).toBe('falling')
})

it.each([
  ['stays', 140],
  ['rises', 190],
])('is level if the pitch %s', (_, to) => {
  expect(toneAfter(140, to).tone()).toBe('level')
})

it('is unknown after little voice, and after a reset', () => {
  expect(toneAfter(140, 100, 15).tone()).toBeUndefined()
  const tracker = toneAfter(140, 100)
  tracker.reset()
  expect(tracker.tone()).toBeUndefined()
})

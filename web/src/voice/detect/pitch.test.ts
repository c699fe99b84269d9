import { describe, expect, it } from 'vitest'
import { CAPTURE_SAMPLE_RATE, FRAME_SAMPLES } from '../capture/frames.ts'
import { createPitchTracker } from './pitch.ts'

/** Returns the pitches of 300 ms of a sound. */
function pitchesOf(soundAt: (seconds: number) => number): number[] {
  const tracker = createPitchTracker()
  return Array.from({ length: 30 }, (_, frame) =>
    tracker.push(
      Int16Array.from({ length: FRAME_SAMPLES }, (_sample, index) =>
        Math.round(8_000 * soundAt((frame * FRAME_SAMPLES + index) / CAPTURE_SAMPLE_RATE)),
      ),
    ),
  ).slice(5)
}

/** A buzz of six harmonics, as of a voice. */
const buzz = (hertz: number) => (seconds: number) =>
  [1, 2, 3, 4, 5, 6].reduce(
    (sum, harmonic) => sum + Math.sin(2 * Math.PI * hertz * harmonic * seconds) / 6,
    0,
  )

describe('the pitch of a voice', () => {
  it.each([80, 120, 180, 240, 320])('of %s Hz is found within 2 %', (hertz) => {
    for (const pitch of pitchesOf(buzz(hertz))) expect(Math.abs(pitch / hertz - 1)).toBeLessThan(0.02)
  })

  it('is 0 in silence and mostly 0 in noise', () => {
    expect(pitchesOf(() => 0).every((pitch) => pitch === 0)).toBe(true)
    let state = 1
    const noise = () => (state = (state * 16_807) % 2_147_483_647) / 1_073_741_823 - 1
    expect(pitchesOf(noise).filter((pitch) => pitch > 0).length).toBeLessThan(4)
  })
})

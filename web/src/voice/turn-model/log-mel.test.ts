import { describe, expect, it } from 'vitest'
import { CAPTURE_SAMPLE_RATE } from '../capture/frames.ts'
import { FEATURE_FRAMES, logMelOf, MEL_BINS } from './log-mel.ts'

/** A tone whose loudness changes, and one that rises. */
function sound(seconds: number): Int16Array {
  return Int16Array.from({ length: seconds * CAPTURE_SAMPLE_RATE }, (_, index) => {
    const t = index / CAPTURE_SAMPLE_RATE
    const steady = 8_000 * Math.sin(2 * Math.PI * 440 * t) * (1 + 0.5 * Math.sin(2 * Math.PI * 3 * t))
    return Math.round(steady + 3_000 * Math.sin(2 * Math.PI * (300 + 200 * t) * t))
  })
}

/**
 * Band, frame and value, computed with numpy in double precision: a direct Fourier transform, and mel filters of librosa's
 * formulas. As `WhisperFeatureExtractor(chunk_length=8)` returns them with `do_normalize=True`.
 */
const SHORT = [
  [0, 799, 0.80298],
  [5, 600, -0.03261],
  [9, 700, 1.46736],
  [10, 650, 1.65648],
  [20, 799, 0.59729],
  [40, 700, -0.12618],
  [79, 500, 0.12498],
  [3, 0, -0.12618],
  [12, 499, 0.69946],
  [14, 501, 0.599],
] as const
const LONG = [
  [0, 799, 0.67838],
  [5, 600, -0.1332],
  [9, 700, 1.35997],
  [10, 650, 1.5491],
  [20, 799, 0.53984],
  [40, 700, -0.27381],
  [79, 500, -0.27381],
  [3, 0, 1.24119],
  [12, 499, 1.51346],
  [14, 501, 0.24446],
] as const

describe('the log-mel features', () => {
  it.each([
    ['3 s, preceded by silence', 3, SHORT, -0.04226, 1.87382],
    ['the last 8 s of 9.5', 9.5, LONG, -0.07235, 1.72619],
  ] as const)('of %s are those of Whisper', (_name, seconds, expected, mean, most) => {
    const features = logMelOf(sound(seconds))
    expect(features.length).toBe(MEL_BINS * FEATURE_FRAMES)
    for (const [band, frame, value] of expected)
      expect(features[band * FEATURE_FRAMES + frame]).toBeCloseTo(value, 3)
    expect(features.reduce((sum, value) => sum + value, 0) / features.length).toBeCloseTo(mean, 4)
    expect(Math.max(...features)).toBeCloseTo(most, 4)
  })

  it('of silence are the same everywhere', () => {
    expect(new Set(logMelOf(new Int16Array()))).toEqual(new Set([-1.5]))
  })
})

import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { rmsOf } from '../detect/level.ts'
import { createResampler } from './resampler.ts'

function tone(hertz: number, rate: number, seconds: number): Float32Array {
  return Float32Array.from({ length: rate * seconds }, (_, index) =>
    Math.sin((2 * Math.PI * hertz * index) / rate),
  )
}

/** Feeds a signal in pieces of one length, as an audio thread does. */
function resampled(signal: Float32Array, inputRate: number, pieceLength = 128): Float32Array {
  const resample = createResampler(inputRate, 16_000)
  const output: number[] = []
  for (let start = 0; start < signal.length; start += pieceLength) {
    output.push(...resample(signal.subarray(start, start + pieceLength)))
  }
  return Float32Array.from(output)
}

describe('the resampler', () => {
  it.each([44_100, 48_000, 96_000, 8_000, 22_050])('preserves time and pitch from %i Hz', (rate) => {
    const output = resampled(tone(440, rate, 1), rate)
    expect(Math.abs(output.length - 16_000)).toBeLessThan(80)
    const middle = output.subarray(1_000, 15_000)
    const expected = tone(440, 16_000, 1).subarray(1_000, 15_000)
    const error = middle.map((sample, index) => sample - (expected[index] ?? 0))
    expect(rmsOf(error)).toBeLessThan(0.02)
  })

  it('does not alias frequencies above the Nyquist frequency of 16 kHz into speech', () => {
    expect(rmsOf(resampled(tone(11_000, 48_000, 0.5), 48_000))).toBeLessThan(0.01)
  })

  it('returns 16 kHz unchanged', () => {
    const signal = tone(300, 16_000, 0.1)
    expect(resampled(signal, 16_000)).toEqual(signal)
  })

  it('has the same output for any split of the stream', () => {
    const signal = tone(440, 44_100, 0.1)
    const unsplit = resampled(signal, 44_100, signal.length)
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 700 }), (pieceLength) => {
        expect(resampled(signal, 44_100, pieceLength)).toEqual(unsplit)
      }),
      { numRuns: 20 },
    )
  })
})

import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createPcmResampler } from './resample.ts'

const sine = (hertz: number, rate: number, length: number) =>
  Int16Array.from({ length }, (_, i) => Math.round(10_000 * Math.sin((2 * Math.PI * hertz * i) / rate)))

function resample(pieces: readonly Int16Array[], from: number, to: number): number[] {
  const resampler = createPcmResampler(from, to)
  return [...pieces.map((piece) => resampler.push(piece)), resampler.end()].flatMap((piece) => [...piece])
}

describe('createResampler', () => {
  it.each([440, 1000, 5000, 8000])('preserves a tone of %i Hz', (hertz) => {
    const made = resample([sine(hertz, 22_050, 22_050)], 22_050, 24_000)
    const ideal = sine(hertz, 24_000, 24_000)
    const worst = Math.max(
      ...made.slice(100, -100).map((sample, i) => Math.abs(sample - (ideal[i + 100] ?? 0))),
    )
    expect(made).toHaveLength(24_000)
    expect(worst).toBeLessThan(150)
  })

  it('removes frequencies above the new Nyquist frequency', () => {
    const made = resample([sine(11_000, 24_000, 24_000)], 24_000, 16_000)
    expect(Math.max(...made.slice(100, -100).map(Math.abs))).toBeLessThan(1000)
  })

  it('does not change audio that already has the rate', () => {
    const sound = sine(1000, 24_000, 500)
    expect(resample([sound], 24_000, 24_000)).toEqual([...sound])
  })

  it('returns the same samples for any split of the input', () => {
    const sound = sine(300, 22_050, 600)
    const whole = resample([sound], 22_050, 24_000)
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 0, max: 600 }), { maxLength: 8 }), (cuts) => {
        const edges = [0, ...cuts.toSorted((a, b) => a - b), 600]
        const pieces = edges.slice(1).map((end, i) => sound.subarray(edges[i], end))
        expect(resample(pieces, 22_050, 24_000)).toEqual(whole)
      }),
      { numRuns: 30 },
    )
  })
})

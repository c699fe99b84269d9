import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createFramer } from './framer.ts'

describe('the framer', () => {
  it('splits any input into equal frames and returns the remainder at the end', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 0, max: 50 }), { maxLength: 20 }), (lengths) => {
        const framer = createFramer(16)
        const frames = lengths.flatMap((length) => framer.push(new Float32Array(length)))
        const total = lengths.reduce((sum, length) => sum + length, 0)
        expect(frames.map((frame) => frame.samples.length)).toEqual(Array(Math.floor(total / 16)).fill(16))
        expect(frames.map(({ capturedAt }) => capturedAt)).toEqual(frames.map((_, index) => index * 16))
        expect(framer.flush()?.samples.length ?? 0).toBe(total % 16)
        expect(framer.flush()).toBeUndefined()
      }),
    )
  })

  it('converts to 16-bit samples and clips at full scale', () => {
    const [frame] = createFramer(4).push(Float32Array.of(0, 1, -1, 3))
    expect([...(frame?.samples ?? [])]).toEqual([0, 32_767, -32_768, 32_767])
  })

  it('returns the level of each frame', () => {
    const [quiet, loud] = createFramer(2).push(Float32Array.of(0, 0, 0.5, -0.5))
    expect(quiet?.level).toBe(0)
    expect(loud?.level).toBeCloseTo(0.5)
  })
})

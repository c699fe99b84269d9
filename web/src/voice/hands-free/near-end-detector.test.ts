import { describe, expect, it } from 'vitest'
import { createNearEndDetector, type NearEndDetector } from './near-end-detector.ts'

/** A voice with syllables and gaps, 0…1 per frame of 10 ms. */
const voiceAt = (frame: number): number => (frame % 40 < 28 ? 0.5 + 0.08 * Math.sin(frame / 3) : 0.1)
const LAG = 12

/** A person whom a canceller hides for 550 ms within a sentence. */
const speaksWithGap = (frame: number) => (frame >= 400 && frame < 440) || (frame >= 495 && frame < 560)

/** Plays so many frames; the echo is 12 dB softer. Returns the changes with their frames. */
function play(
  detector: NearEndDetector,
  from: number,
  frames: number,
  near: (frame: number) => number = () => 0,
) {
  const changes: { type: string; at: number }[] = []
  for (let frame = from; frame < from + frames; frame += 1) {
    const echo = Math.max(0, voiceAt(frame - LAG) - 12 / 50)
    const change = detector.push(voiceAt(frame), Math.max(echo, near(frame)))
    if (change) changes.push({ type: change.type, at: frame - change.agoMs / 10 })
  }
  return changes
}

describe('speech into the echo of a voice', () => {
  it('is not the echo itself', () => {
    expect(play(createNearEndDetector(), 0, 3_000)).toEqual([])
  })

  it('is found from its onset to its end', () => {
    const detector = createNearEndDetector()
    play(detector, 0, 300)
    const [start, end] = play(detector, 300, 400, (frame) => (frame >= 400 && frame < 550 ? 0.5 : 0))
    expect(start?.type).toBe('start')
    expect(Math.abs((start?.at ?? 0) - 400)).toBeLessThanOrEqual(4)
    expect(end?.type).toBe('end')
    expect(Math.abs((end?.at ?? 0) - 550)).toBeLessThanOrEqual(4)
  })

  it('continues through a gap in which a canceller hides it', () => {
    const detector = createNearEndDetector()
    play(detector, 0, 300)
    const changes = play(detector, 300, 400, (frame) => (speaksWithGap(frame) ? 0.5 : 0))
    expect(changes.map(({ type }) => type)).toEqual(['start', 'end'])
  })

  it('is not looked for before the loudspeaker is known', () => {
    expect(play(createNearEndDetector(), 0, 60, () => 0.6)).toEqual([])
  })

  it('is not followed further after a cancellation', () => {
    const detector = createNearEndDetector()
    play(detector, 0, 300)
    play(detector, 300, 60, () => 0.6)
    expect(detector.isActive()).toBe(true)
    detector.cancel()
    expect(play(detector, 360, 300)).toEqual([])
  })
})

import { describe, expect, it } from 'vitest'
import { FRAME_MS, FRAME_SAMPLES } from '../capture/frames.ts'
import { createSegments } from './segments.ts'

/** Segments of a microphone that has delivered so much sound. */
function segmentsAfter(ms: number) {
  const segments = createSegments()
  for (let index = 0; index < ms / FRAME_MS; index += 1)
    segments.push({
      samples: new Int16Array(FRAME_SAMPLES),
      level: 0.1,
      capturedAt: index * FRAME_SAMPLES,
    })
  return segments
}

const secondsOf = (segments: ReturnType<typeof createSegments>, id: string) =>
  segments.copy(id)?.durationSeconds

describe('the begin of a segment', () => {
  it('is before its detection', () => {
    const segments = segmentsAfter(3_000)
    segments.begin('s1')
    expect(secondsOf(segments, 's1')).toBeCloseTo(0.48)
  })

  it('is before an onset that was detected late', () => {
    const segments = segmentsAfter(3_000)
    segments.begin('s1', { onsetAgoMs: 300 })
    expect(secondsOf(segments, 's1')).toBeCloseTo(0.78)
  })

  it('is the end of the segment before, where one follows another', () => {
    const segments = segmentsAfter(3_000)
    segments.begin('s1', { isNext: true })
    expect(secondsOf(segments, 's1')).toBe(0)
  })
})

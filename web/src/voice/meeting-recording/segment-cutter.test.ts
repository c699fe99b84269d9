import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { CAPTURE_SAMPLE_RATE, FRAME_SAMPLES, type Frame } from '../capture/frames.ts'
import type { Detection, Detector } from '@vee/contract/audio/detector'
import { createSegmentCutter, MAX_SEGMENT_SECONDS, type TrackSegment } from './segment-cutter.ts'

/** Detects speech in every frame whose first sample is 1. */
function listenForOnes(): Detector {
  let isSpeech = false
  return {
    push(samples) {
      if ((samples[0] === 1) === isSpeech) return []
      isSpeech = samples[0] === 1
      const type: Detection['type'] = isSpeech ? 'speech-start' : 'speech-end'
      return [{ type, at: 0 }]
    },
    reset: () => {},
  }
}

const frame = (isSpeech: boolean): Frame => ({
  samples: new Int16Array(FRAME_SAMPLES).fill(isSpeech ? 1 : 0),
  level: 0,
  capturedAt: 0,
})
const seconds = (count: number, isSpeech: boolean) =>
  Array.from({ length: (count * CAPTURE_SAMPLE_RATE) / FRAME_SAMPLES }, () => frame(isSpeech))

function cutSegments(frames: readonly Frame[]): TrackSegment[] {
  const cutter = createSegmentCutter(listenForOnes())
  const segments = frames.flatMap((each) => cutter.push(each) ?? [])
  return [...segments, ...[cutter.finish()].filter((segment) => segment !== undefined)]
}
const spans = (segments: readonly TrackSegment[]) =>
  segments.map(({ start, end, hasSpeech }) => [Math.round(start), Math.round(end), hasSpeech])

describe('the cutter', () => {
  it('splits at the first pause after eight seconds', () => {
    expect(
      spans(
        cutSegments([...seconds(5, true), ...seconds(1, false), ...seconds(6, true), ...seconds(2, false)]),
      ),
    ).toEqual([
      [0, 12, true],
      [12, 14, false],
    ])
  })

  it('splits continuous speech before 28 seconds, and records that it continues', () => {
    expect(spans(cutSegments(seconds(60, true)))).toEqual([
      [0, 28, true],
      [28, 56, true],
      [56, 60, true],
    ])
  })

  it('marks silence', () => {
    expect(spans(cutSegments(seconds(20, false))).every(([, , hasSpeech]) => hasSpeech === false)).toBe(true)
  })

  it('omits and duplicates nothing, and stays short enough, for any speech', () => {
    fc.assert(
      fc.property(fc.array(fc.boolean(), { maxLength: 1_500 }), (speech) => {
        const segments = cutSegments(speech.map(frame))
        const samples = segments.flatMap(({ samples }) => samples.map((chunk) => chunk[0] === 1))
        expect(samples).toEqual(speech)
        expect(segments.every(({ start, end }) => end - start <= MAX_SEGMENT_SECONDS)).toBe(true)
        expect(segments.every(({ start }, index) => start === (segments[index - 1]?.end ?? 0))).toBe(true)
      }),
      { numRuns: 30 },
    )
  })
})

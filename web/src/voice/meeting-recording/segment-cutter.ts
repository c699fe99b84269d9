import type { Frame } from '../capture/frames.ts'
import { CAPTURE_SAMPLE_RATE } from '../capture/frames.ts'
import type { Detector } from '@vee/contract/audio/detector'

/** A segment of one track, in seconds of its recording. */
export interface TrackSegment {
  readonly start: number
  readonly end: number
  readonly samples: readonly Int16Array<ArrayBuffer>[]
  /** segments of silence are neither stored nor transcribed */
  readonly hasSpeech: boolean
}

/** Maximum duration for a transcription engine, in seconds. */
export const MAX_SEGMENT_SECONDS = 28
/**
 * Duration after which a pause ends a segment, in seconds: short enough for an early transcript, long enough
 * for context.
 */
const SEGMENT_ENOUGH_SECONDS = 8

export interface SegmentCutter {
  /** Adds a frame, and returns the segment that it completes. */
  push(frame: Frame): TrackSegment | undefined
  /** Returns the incomplete segment; undefined if it is empty. */
  current(): TrackSegment | undefined
  /** Completes the current segment. */
  finish(): TrackSegment | undefined
}

/** Splits a track at pauses, at the latest every 28 s, without gaps or overlaps. */
export function createSegmentCutter(detector: Detector, startSeconds = 0): SegmentCutter {
  let start = startSeconds
  let samples: Int16Array<ArrayBuffer>[] = []
  let count = 0
  let isSpeaking = false
  let hasSpeech = false

  const current = (): TrackSegment | undefined =>
    count === 0 ? undefined : { start, end: start + count / CAPTURE_SAMPLE_RATE, samples, hasSpeech }

  function finish(): TrackSegment | undefined {
    const segment = current()
    start = segment?.end ?? start
    samples = []
    count = 0
    hasSpeech = isSpeaking
    return segment
  }

  return {
    current,
    finish,
    push(frame) {
      samples.push(frame.samples)
      count += frame.samples.length
      for (const { type } of detector.push(frame.samples)) {
        isSpeaking = type === 'speech-start'
        hasSpeech ||= isSpeaking
      }
      const seconds = count / CAPTURE_SAMPLE_RATE
      const isEnough = seconds >= SEGMENT_ENOUGH_SECONDS && !isSpeaking
      return isEnough || seconds >= MAX_SEGMENT_SECONDS - 0.1 ? finish() : undefined
    },
  }
}

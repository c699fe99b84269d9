import { wavHeader } from '@vee/contract/audio/wav-header'
import type { Recording } from '../transcription/transcriber.ts'
import { CAPTURE_SAMPLE_RATE, type Frame, FRAME_MS, joinSamples } from './frames.ts'

/** Number of frames before `begin` that are included: enough for the first syllable. */
const PRE_ROLL_FRAMES = Math.ceil(300 / FRAME_MS)
/** Frames are merged into a Blob every ten seconds, which the browser may store on disk. */
const FRAMES_PER_PART = 10_000 / FRAME_MS

/** A recording, and how loud it was at its loudest, 0…1. */
export interface MeasuredRecording extends Recording {
  readonly loudestLevel: number
}

export interface Recorder {
  push: (frame: Frame) => void
  /** Starts the recording with 300 ms of pre-roll; `onFrame` is called with its frames. */
  begin: (onFrame?: (frame: Frame) => void) => void
  finish: () => MeasuredRecording
}

/** Creates a recorder that returns a WAV file. It holds at most ten seconds of frames in memory. */
export function createRecorder(): Recorder {
  const parts: Blob[] = []
  let frames: Frame[] = []
  let isRecording = false
  let sampleCount = 0
  let loudestLevel = 0
  let tell: ((frame: Frame) => void) | undefined

  function count(frame: Frame): void {
    sampleCount += frame.samples.length
    loudestLevel = Math.max(loudestLevel, frame.level)
    tell?.(frame)
  }

  /** Merged first, because creating a Blob of hundreds of parts takes milliseconds. */
  const joinFrames = () => joinSamples(frames.map(({ samples }) => samples))

  function fold(): void {
    parts.push(new Blob([joinFrames()]))
    frames = []
  }

  return {
    push(frame) {
      frames.push(frame)
      if (!isRecording) {
        frames = frames.slice(-PRE_ROLL_FRAMES)
        return
      }
      count(frame)
      if (frames.length >= FRAMES_PER_PART) fold()
    },
    begin(onFrame) {
      if (isRecording) return
      isRecording = true
      if (onFrame) tell = onFrame
      for (const frame of frames) count(frame)
    },
    finish() {
      const header = wavHeader(2 * sampleCount, CAPTURE_SAMPLE_RATE)
      const audio = new Blob([header, ...parts, joinFrames()], { type: 'audio/wav' })
      return { audio, durationSeconds: sampleCount / CAPTURE_SAMPLE_RATE, loudestLevel }
    },
  }
}

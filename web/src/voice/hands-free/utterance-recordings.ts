import { type Frame, FRAME_MS } from '../capture/frames.ts'
import type { OpenMicrophone } from '../capture/microphone.ts'
import { createRecorder, type MeasuredRecording } from '../capture/recorder.ts'

/** Audio recorded before a detection: the pre-roll, and the detector's delay. */
const PRE_ROLL_MS = 480
/** Speech into an echo is detected late: so much is buffered, for a pre-roll before its onset. */
const BUFFERED_FRAMES = 1_000 / FRAME_MS

/** Recordings of the utterances of one open microphone, each from shortly before its start. */
export interface UtteranceRecordings {
  push(frame: Frame): void
  /** Begins a recording with the audio before now. */
  begin(id: string, options?: BeginOptions): void
  /** Ends a recording, without its last milliseconds. It stays until it is taken or dropped. */
  end(id: string, withoutLastMs: number): void
  /** Returns a recording as a separate microphone: it ends with `finish` or `close`. */
  microphoneOf(id: string): OpenMicrophone
  /** Returns its audio so far; undefined if there is none with that id. It continues. */
  copy(id: string): MeasuredRecording | undefined
  /** Discards its audio before the last so many ms. */
  cut(id: string, keptMs: number): void
  drop(id: string): void
  /** level of the last frame, 0…1 */
  level(): number
}

interface BeginOptions {
  /** the recording follows another without a gap, so it has no pre-roll */
  readonly isNext?: boolean
  /** age of the onset that precedes the detection by more than the detector's usual delay, ms */
  readonly onsetAgoMs?: number
}

interface UtteranceRecording {
  readonly frames: Frame[]
  onFrame: (frame: Frame) => void
  hasEnded?: true
}

export function createUtteranceRecordings(): UtteranceRecordings {
  const recordings = new Map<string, UtteranceRecording>()
  let recent: Frame[] = []
  let level = 0

  function finish(id: string): MeasuredRecording | undefined {
    const recording = recordings.get(id)
    recordings.delete(id)
    return recording && recordingOf(recording.frames)
  }

  return {
    push(frame) {
      level = frame.level
      recent = [...recent, frame].slice(-BUFFERED_FRAMES)
      for (const recording of recordings.values()) {
        if (recording.hasEnded) continue
        recording.frames.push(frame)
        recording.onFrame(frame)
      }
    },
    begin(id, { isNext = false, onsetAgoMs = 0 } = {}) {
      const frames = isNext ? [] : recent.slice(-Math.ceil((PRE_ROLL_MS + onsetAgoMs) / FRAME_MS))
      recordings.set(id, { frames, onFrame: () => {} })
    },
    end(id, withoutLastMs) {
      const recording = recordings.get(id)
      if (!recording) return
      recording.hasEnded = true
      const surplus = Math.min(recording.frames.length, Math.max(0, Math.floor(withoutLastMs / FRAME_MS)))
      recording.frames.length -= surplus
    },
    microphoneOf: (id) => ({
      begin(onFrame) {
        const recording = recordings.get(id)
        if (!recording || !onFrame) return
        for (const frame of recording.frames) onFrame(frame)
        recording.onFrame = onFrame
      },
      follow: () => () => undefined,
      level: () => 0,
      finish: (onLast) => {
        onLast?.()
        return Promise.resolve(finish(id) ?? recordingOf([]))
      },
      close: () => void recordings.delete(id),
    }),
    copy: (id) => {
      const recording = recordings.get(id)
      return recording && recordingOf(recording.frames)
    },
    cut(id, keptMs) {
      const frames = recordings.get(id)?.frames
      frames?.splice(0, Math.max(0, frames.length - Math.ceil(keptMs / FRAME_MS)))
    },
    drop: (id) => void recordings.delete(id),
    level: () => level,
  }
}

function recordingOf(frames: readonly Frame[]): MeasuredRecording {
  const recorder = createRecorder()
  recorder.begin()
  for (const frame of frames) recorder.push(frame)
  return recorder.finish()
}

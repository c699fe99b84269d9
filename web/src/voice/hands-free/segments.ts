import { type Frame, FRAME_MS } from '../capture/frames.ts'
import type { OpenMicrophone } from '../capture/microphone.ts'
import { createRecorder, type Take } from '../capture/recorder.ts'

/** Audio buffered before speech is detected: the pre-roll, and the detection delay. */
const KEPT_FRAMES = 480 / FRAME_MS

/** Segments of one open microphone, each from shortly before its start. */
export interface Segments {
  push(frame: Frame): void
  /** `isNext`: it follows another without a gap, so it has no pre-roll. */
  begin(id: string, isNext: boolean): void
  /** Ends the recording of a segment, without its last milliseconds. It stays until it is taken or dropped. */
  end(id: string, withoutLastMs: number): void
  /** Returns the segment as a separate microphone: it ends with `finish` or `close`. */
  microphoneOf(id: string): OpenMicrophone
  /** Returns its audio so far; undefined if there is none with that id. It continues. */
  copy(id: string): Take | undefined
  /** Discards its audio before the last so many ms. */
  cut(id: string, keptMs: number): void
  drop(id: string): void
  /** level of the last frame, 0…1 */
  level(): number
}

interface Part {
  readonly frames: Frame[]
  tell: (frame: Frame) => void
  hasEnded?: true
}

export function createSegments(): Segments {
  const parts = new Map<string, Part>()
  let recent: Frame[] = []
  let level = 0

  function finish(id: string): Take | undefined {
    const part = parts.get(id)
    parts.delete(id)
    return part && takeOf(part.frames)
  }

  return {
    push(frame) {
      level = frame.level
      recent = [...recent, frame].slice(-KEPT_FRAMES)
      for (const part of parts.values()) {
        if (part.hasEnded) continue
        part.frames.push(frame)
        part.tell(frame)
      }
    },
    begin: (id, isNext) => void parts.set(id, { frames: isNext ? [] : [...recent], tell: () => {} }),
    end(id, withoutLastMs) {
      const part = parts.get(id)
      if (!part) return
      part.hasEnded = true
      const surplus = Math.min(part.frames.length, Math.max(0, Math.floor(withoutLastMs / FRAME_MS)))
      part.frames.length -= surplus
    },
    microphoneOf: (id) => ({
      begin(onFrame) {
        const part = parts.get(id)
        if (!part || !onFrame) return
        for (const frame of part.frames) onFrame(frame)
        part.tell = onFrame
      },
      follow: () => () => undefined,
      level: () => 0,
      finish: (onLast) => {
        onLast?.()
        return Promise.resolve(finish(id) ?? takeOf([]))
      },
      close: () => void parts.delete(id),
    }),
    copy: (id) => {
      const part = parts.get(id)
      return part && takeOf(part.frames)
    },
    cut(id, keptMs) {
      const frames = parts.get(id)?.frames
      frames?.splice(0, Math.max(0, frames.length - Math.ceil(keptMs / FRAME_MS)))
    },
    drop: (id) => void parts.delete(id),
    level: () => level,
  }
}

function takeOf(frames: readonly Frame[]): Take {
  const recorder = createRecorder()
  recorder.begin()
  for (const frame of frames) recorder.push(frame)
  return recorder.finish()
}

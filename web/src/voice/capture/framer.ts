import { rmsOf } from '../detect/level.ts'
import type { Frame } from './frames.ts'

function toInt16(sample: number): number {
  const clamped = Math.max(-1, Math.min(1, sample))
  return Math.round(clamped * (clamped < 0 ? 0x8000 : 0x7fff))
}

export interface Framer {
  /** The frames that these samples complete. */
  push(samples: Float32Array): Frame[]
  /** The frame that has begun, as short as it is. */
  flush(): Frame | undefined
}

/** Cuts a stream of samples (−1…1) into frames of equal length. */
export function createFramer(frameSamples: number): Framer {
  let begun = new Float32Array(frameSamples)
  let length = 0
  let completed = 0

  function complete(): Frame {
    const samples = begun.subarray(0, length)
    const frame = { samples: Int16Array.from(samples, toInt16), level: rmsOf(samples), capturedAt: completed }
    begun = new Float32Array(frameSamples)
    completed += length
    length = 0
    return frame
  }

  return {
    push(samples) {
      const frames: Frame[] = []
      for (let taken = 0; taken < samples.length;) {
        const piece = samples.subarray(taken, taken + frameSamples - length)
        begun.set(piece, length)
        length += piece.length
        taken += piece.length
        if (length === frameSamples) frames.push(complete())
      }
      return frames
    },
    flush: () => (length > 0 ? complete() : undefined),
  }
}

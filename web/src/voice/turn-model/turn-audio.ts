import { CAPTURE_SAMPLE_RATE } from '../capture/frames.ts'
import { FEATURE_SAMPLES } from './log-mel.ts'

/** Audio before the detected start of speech, ms. */
const PRE_ROLL_MS = 300
const SAMPLES_PER_MS = CAPTURE_SAMPLE_RATE / 1_000

/** The audio of the current turn, at most the last 8 s of it. */
export interface TurnAudio {
  push(samples: Int16Array): void
  /** A turn started this long ago, ms. */
  begin(agoMs: number): void
  /** Returns a copy of the turn so far. */
  copySamples(): Int16Array
}

export function createTurnAudio(): TurnAudio {
  const ring = new Int16Array(FEATURE_SAMPLES)
  let offset = 0
  let length = 0
  return {
    push(samples) {
      for (const sample of samples) {
        ring[offset] = sample
        offset = (offset + 1) % FEATURE_SAMPLES
      }
      length = Math.min(FEATURE_SAMPLES, length + samples.length)
    },
    begin(agoMs) {
      length = Math.min(length, Math.round((agoMs + PRE_ROLL_MS) * SAMPLES_PER_MS))
    },
    copySamples() {
      const turn = new Int16Array(length)
      const from = (offset - length + FEATURE_SAMPLES) % FEATURE_SAMPLES
      const first = ring.subarray(from, from + length)
      turn.set(first)
      turn.set(ring.subarray(0, length - first.length), first.length)
      return turn
    },
  }
}

import { CAPTURE_SAMPLE_RATE, FRAME_SAMPLES, type Frame } from '../capture/frames.ts'

const VOICE_HZ = 300
const FULL_SCALE = 0x8000

/** Returns a frame of a tone in the pitch of a voice, with this level, root mean square 0…1. */
export function frameOf(level: number): Frame {
  const samples = Int16Array.from({ length: FRAME_SAMPLES }, (_, index) =>
    Math.round(
      level * FULL_SCALE * Math.SQRT2 * Math.sin((2 * Math.PI * VOICE_HZ * index) / CAPTURE_SAMPLE_RATE),
    ),
  )
  return { samples, level, capturedAt: 0 }
}

/** Returns the level of that frame of speech, which varies by syllables of 200 ms. */
export const syllables = (loud: number) => (index: number) => (index % 20 < 14 ? loud : loud / 8)

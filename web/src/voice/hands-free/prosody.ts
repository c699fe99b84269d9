import { createPitchTracker } from '../detect/pitch.ts'

/** Pitch at the end of speech: it falls after a finished thought, and stays level before more words. */
export type FinalPitch = 'falling' | 'level'

export interface ToneTracker {
  /** Adds one frame of 10 ms. */
  push(samples: Int16Array): void
  /** Forgets the speech so far; called when speech starts. */
  reset(): void
  /** Returns the tone of the last syllable compared with the speech so far; undefined if there is too little voice. */
  tone(): FinalPitch | undefined
}

/** Fewer voiced frames say nothing about a speaker's range. */
const MIN_VOICED_FRAMES = 20
/** Frames of the last syllable. */
const LAST_SYLLABLE = 10
/** How far below the median of the speech the last syllable of a finished thought is, semitones. */
const FALL = 1.5
/** The range of a speaker is that of the last seconds. */
const MAX_VOICED_FRAMES = 600

export function createToneTracker(): ToneTracker {
  const pitch = createPitchTracker()
  let semitones: number[] = []
  return {
    push(samples) {
      const hertz = pitch.push(samples)
      if (hertz === 0) return
      semitones.push(12 * Math.log2(hertz))
      if (semitones.length > MAX_VOICED_FRAMES) semitones.shift()
    },
    reset: () => void (semitones = []),
    tone() {
      if (semitones.length < MIN_VOICED_FRAMES) return undefined
      return medianOf(semitones.slice(-LAST_SYLLABLE)) <= medianOf(semitones) - FALL ? 'falling' : 'level'
    },
  }
}

function medianOf(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[values.length >> 1] ?? 0
}

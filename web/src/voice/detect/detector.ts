/** Tells where speech begins and ends in a stream of sound, whatever the way it is found. */

/** Times are ms of sound since the detector was made or reset: `at` is where it happened, which is before it was known. */
export type Detection =
  | { readonly type: 'speech-start'; readonly at: number }
  | { readonly type: 'speech-end'; readonly at: number }
  /** what began as speech was too short to be any */
  | { readonly type: 'misfire'; readonly at: number }

export interface Detector {
  /** Takes the next samples, 16-bit mono at CAPTURE_SAMPLE_RATE; gives what they made known, in order. */
  push(samples: Int16Array): readonly Detection[]
  /** Forgets the sound before, as after a gap in it. */
  reset(): void
  /** Frees what it holds beside memory. */
  dispose?(): void
}

export interface DetectorOptions {
  /** what counts as sound, dBFS; the middle of the lines above which speech begins and below which it ends */
  readonly sensitivityDb: number
}

/** Silence that makes an end known, in ms: shorter ones lie between words. */
export const END_KNOWN_AFTER_MS = 200
/** Shorter sounds are no speech, in ms. */
export const SHORTEST_SPEECH_MS = 150

/** Speech of the level that is the setting's default counts from the measured line on; others move it by their ratio. */
const THRESHOLD_OF_DEFAULT_LINE = 0.15
const DEFAULT_LINE_DB = -50

/** The line that the setting `vad.threshold` (a level, 0…1) stands for, in dBFS. */
export function sensitivityOfThreshold(threshold: number): number {
  return DEFAULT_LINE_DB + 20 * Math.log10(threshold / THRESHOLD_OF_DEFAULT_LINE)
}

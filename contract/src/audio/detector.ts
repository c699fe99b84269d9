/** Detects where speech begins and ends in a stream of audio. */

/**
 * Times are ms of audio since the detector was created or reset: `at` is when it happened, which is before it
 * was detected.
 */
export type Detection =
  | { readonly type: 'speech-start'; readonly at: number }
  | { readonly type: 'speech-end'; readonly at: number }
  /** the detected speech was too short */
  | { readonly type: 'misfire'; readonly at: number }

export interface Detector {
  /** Processes the next samples, 16-bit mono at the rate of the options; returns the detections in order. */
  push(samples: Int16Array): readonly Detection[]
  /** Returns whether a sound has begun that may be speech, and is not reported yet. */
  mayHearSpeech?(): boolean
  /** Forgets the sound before, as after a gap in it. */
  reset(): void
  /** Releases resources other than memory. */
  dispose?(): void
}

export interface DetectorOptions {
  /** level that counts as sound, dBFS; the middle between the thresholds at which speech begins and ends */
  readonly sensitivityDb: number
  /** samples per second; default: SOCKET_SAMPLE_RATE */
  readonly sampleRate?: number
  /** one person talks to Vee: softer voices in the room neither start nor extend speech */
  readonly hasOneSpeaker?: boolean
}

/** Silence after which the end of speech is reported, in ms: shorter ones are between words. */
export const END_KNOWN_AFTER_MS = 200
/** Shorter sounds are no speech, in ms. */
export const MIN_SPEECH_MS = 150

/**
 * The level of the setting's default corresponds to the measured threshold; other levels move it by their
 * ratio.
 */
const THRESHOLD_OF_DEFAULT_LINE = 0.15
const DEFAULT_LINE_DB = -50

/** Returns the threshold in dBFS for the setting `vad.threshold` (a level, 0…1). */
export function sensitivityOfThreshold(threshold: number): number {
  return DEFAULT_LINE_DB + 20 * Math.log10(threshold / THRESHOLD_OF_DEFAULT_LINE)
}

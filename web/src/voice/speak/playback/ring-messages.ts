/** The name of the worklet's processor. */
export const RING_PROCESSOR = 'vee-speech-ring'

/**
 * `pause` keeps the buffer. `end-sentence` marks that buffered samples need not wait. `silence` clears what
 * was written before it; `speech` numbers what is written after it.
 */
export type RingRequest =
  | { readonly type: 'pause'; readonly isPaused: boolean }
  | { readonly type: 'write'; readonly samples: Float32Array }
  | { readonly type: 'end-sentence' }
  | { readonly type: 'silence'; readonly speech: number }

export interface RingReport {
  readonly speech: number
  /** samples of that speech that have been played */
  readonly played: number
  /** root mean square of the samples just played */
  readonly level: number
}

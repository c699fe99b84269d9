/** The name under which the worklet registers its processor. */
export const RING_PROCESSOR = 'vee-speech-ring'

/** `hold` keeps what was written. `end-sentence` says that what was written waits for no more. `silence` forgets what was written before it; `speech` numbers what is written after it. */
export type RingRequest =
  | { readonly type: 'hold'; readonly isHeld: boolean }
  | { readonly type: 'write'; readonly samples: Float32Array }
  | { readonly type: 'end-sentence' }
  | { readonly type: 'silence'; readonly speech: number }

export interface RingReport {
  readonly speech: number
  /** samples of that speech that have been played */
  readonly played: number
  /** root mean square of what was just played */
  readonly level: number
}

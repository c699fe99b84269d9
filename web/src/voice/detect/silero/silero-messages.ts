/** `run` numbers the audio since a reset: results of an earlier run are late. */
export type SileroRequest =
  | { readonly type: 'samples'; readonly run: number; readonly samples: Int16Array }
  | { readonly type: 'reset'; readonly run: number }

export type SileroReport =
  | { readonly type: 'ready' }
  /** the model cannot be loaded or does not run here */
  | { readonly type: 'broken' }
  /** the probability of speech in the next window, 0…1, and how long the model took for it */
  | { readonly type: 'window'; readonly run: number; readonly probability: number; readonly tookMs: number }

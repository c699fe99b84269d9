import type { Detection } from '../detector.ts'

/** `run` numbers the sound since a reset: what is found in an earlier one is late. */
export type SileroRequest =
  | { readonly type: 'samples'; readonly run: number; readonly samples: Int16Array }
  | { readonly type: 'reset'; readonly run: number }

export type SileroReport =
  | { readonly type: 'ready' }
  /** the model cannot be had or does not run here */
  | { readonly type: 'broken' }
  | { readonly type: 'found'; readonly run: number; readonly detection: Detection }

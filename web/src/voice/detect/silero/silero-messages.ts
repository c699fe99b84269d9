import type { Detection } from '@vee/contract/audio/detector'

/** `run` numbers the audio since a reset: results of an earlier run are late. */
export type SileroRequest =
  | { readonly type: 'samples'; readonly run: number; readonly samples: Int16Array }
  | { readonly type: 'reset'; readonly run: number }

export type SileroReport =
  | { readonly type: 'ready' }
  /** the model cannot be loaded or does not run here */
  | { readonly type: 'broken' }
  | { readonly type: 'found'; readonly run: number; readonly detection: Detection }

import type { TaughtWord } from './word-templates.ts'

/** `run` numbers the audio since listening started: results of an earlier run are late. */
export type WakeWordRequest =
  /** listens for these words from now on */
  | { readonly type: 'listen'; readonly run: number; readonly words: readonly TaughtWord[] }
  | { readonly type: 'samples'; readonly run: number; readonly samples: Int16Array }
  /** asks for the embeddings of a recording */
  | { readonly type: 'embed'; readonly id: number; readonly samples: Int16Array }

export type WakeWordReport =
  | { readonly type: 'ready' }
  /** the models cannot be loaded, or this device is too slow for them */
  | { readonly type: 'broken' }
  /** `endedAgoMs` and `startedAgoMs`: of the word, before the last samples of the run at that time */
  | {
      readonly type: 'spotted'
      readonly run: number
      readonly word: string
      /** samples of the run before the word's start */
      readonly from: number
    }
  | { readonly type: 'embedded'; readonly id: number; readonly embeddings: readonly Float32Array[] }

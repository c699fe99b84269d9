import type { TaughtWord } from './word-templates.ts'

export type WakeWordRequest =
  /** listens for these words from now on */
  | { readonly type: 'listen'; readonly words: readonly TaughtWord[] }
  | { readonly type: 'samples'; readonly samples: Int16Array }
  /** asks for the embeddings of a recording */
  | { readonly type: 'embed'; readonly id: number; readonly samples: Int16Array }

export type WakeWordReport =
  | { readonly type: 'ready' }
  /** the models cannot be loaded, or this device is too slow for them */
  | { readonly type: 'broken' }
  | WordSpotted
  | {
      readonly type: 'embedded'
      readonly id: number
      /** normalized */
      readonly embeddings: readonly Float32Array[]
    }

/** A word in the microphone's sound; the numbers are samples since the worker started. */
interface WordSpotted {
  readonly type: 'spotted'
  readonly word: string
  readonly from: number
  /** what had been processed when the word was known */
  readonly at: number
}

/** The used part of a worker. */
export interface WakeWordWorker {
  postMessage(message: WakeWordRequest): void
  addEventListener(type: 'message', listener: (event: { readonly data: WakeWordReport }) => void): void
  terminate(): void
}

/** Opens the worker; its models (2.4 MB) and their runtime are fetched when this is called. */
export function openWakeWordWorker(): WakeWordWorker {
  return new Worker(new URL('./wake-word.worker.ts', import.meta.url), { type: 'module' })
}

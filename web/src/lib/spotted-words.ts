import { create } from 'zustand'

interface SpottedWords {
  /** empty: every wake word and name */
  readonly words: readonly string[]
}

/** The wake words that alone start a turn at present, because this device spots them by itself. */
export const useSpottedWords = create<SpottedWords>()(() => ({ words: [] }))

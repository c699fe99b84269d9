/** A taught word that was recognized by its sound, without words after it. */
export interface SpottedWakeWord {
  readonly word: string
  /** time since it started, ms of the microphone's sound */
  readonly agoMs: number
}

/** Spots wake words without the server. */
export interface WakeWordSpotter {
  /**
   * Returns false if there is no spotter or it does not work: short utterances are sent to the server instead, where
   * the user agreed to that.
   */
  isAvailable(): boolean
  /** @param onWords called with the current words; `onSpotted` where only a wake word is recognized */
  start(
    language: string,
    onWords: (words: string) => void,
    onSpotted?: (spotted: SpottedWakeWord) => void,
  ): void
  /** Called with all sound of the microphone, for spotters that do not open it themselves. */
  push?(samples: Int16Array): void
  stop(): void
  /** Called when speech has ended, with or without a wake word. An engine without results is abandoned. */
  speechEnded(): void
  /** Called when the microphone is closed. */
  close?(): void
}

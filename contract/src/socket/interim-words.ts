/** The words of an utterance while it is spoken; the transcript replaces them. */
export interface InterimWords {
  /** words that no longer change */
  readonly text: string
  /** words after them, which may still change */
  readonly tail: string
  /** how probable it is that the speaker has finished, 0…1; undefined while the engine has not judged it */
  readonly endOfTurn?: number | undefined
}

/** The target of dictation while an agent's own screen has a text field in use. */
export interface Dictation {
  /** undefined while dictation goes to the message field */
  readonly writer: () => ((text: string) => void) | undefined
  /** Registers a target; the latest one receives the text. Returns a function that removes it. */
  readonly addWriter: (write: (text: string) => void) => () => void
}

export function createDictation(): Dictation {
  const writers: ((text: string) => void)[] = []
  return {
    writer: () => writers.at(-1),
    addWriter(write) {
      writers.push(write)
      return () => {
        const index = writers.indexOf(write)
        if (index !== -1) writers.splice(index, 1)
      }
    },
  }
}

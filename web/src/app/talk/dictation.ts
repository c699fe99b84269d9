/** Where dictated words go while an agent's own screen writes something. */
export interface Dictation {
  /** undefined while the message field takes what is dictated */
  readonly writer: () => ((text: string) => void) | undefined
  /** The last one that asked gets the words. Gives back the way to let go. */
  readonly take: (write: (text: string) => void) => () => void
}

export function createDictation(): Dictation {
  const writers: ((text: string) => void)[] = []
  return {
    writer: () => writers.at(-1),
    take(write) {
      writers.push(write)
      return () => {
        const index = writers.indexOf(write)
        if (index !== -1) writers.splice(index, 1)
      }
    },
  }
}

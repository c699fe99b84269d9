import type { Microphone, Transcriber } from '#voice/index.ts'

/** What hands-free listening shares with talking by hand. */
export interface TalkHearing {
  readonly microphone: Microphone
  readonly transcriber: Transcriber
  /** the user's list and the agents' names */
  readonly wakeWords: () => readonly string[]
  /** told which of them was heard, before what follows it is taken */
  readonly onCalled: (wakeWord: string) => void
  /** does what the words ask of the page; false when they ask nothing of it */
  readonly obey: (text: string) => Promise<boolean>
  readonly chime: () => void
  readonly createId: () => string
}

import type { Microphone, Transcriber } from '#voice/index.ts'

/** Dependencies that hands-free listening shares with push-to-talk. */
export interface TalkHearing {
  readonly microphone: Microphone
  readonly transcriber: Transcriber
  /** the user's list and the agents' names */
  readonly wakeWords: () => readonly string[]
  /** called with the wake word before the words after it are processed */
  readonly onWakeWord: (wakeWord: string) => void
  /** executes the command in the words; returns false if there is none */
  readonly executeCommand: (text: string) => Promise<boolean>
  readonly chime: () => void
  readonly createId: () => string
}

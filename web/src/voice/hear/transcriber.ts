import type { Frame } from '../capture/frames.ts'

/** Turning one utterance into text, whatever the engine. */

export interface Recording {
  /** WAV, 16-bit mono at 16 kHz */
  readonly audio: Blob
  readonly durationSeconds: number
}

export interface HearingRequest {
  /** BCP 47 tag of the language spoken; undefined leaves it to the engine */
  readonly language: string | undefined
  /** false when the recording is from the store: there is nothing to listen to any more */
  readonly isLive: boolean
  /** what was understood so far; it may still change */
  readonly onInterim: (text: string) => void
}

/** Words that were heard; none when the recording holds no speech. */
export interface Transcript {
  readonly text: string
  /** the language the engine found, when it tells */
  readonly language: string | undefined
  /** somebody has looked at the words before: all of them are for the conversation */
  readonly isUnderstood?: true
}

/** One utterance on its way to text. */
export interface Hearing {
  /** The sound while it is recorded, pre-roll first; only engines that hear along have it. */
  take?(frame: Frame): void
  /** The same sound, past the page's thread: see OpenMicrophone.line. */
  listenOn?(line: MessagePort): void
  /** Nothing more will be said: the last frames are on their way. */
  soundEnding?(): void
  /** The recording is complete: every frame has been taken. `finish` follows, or `abort` when nothing was in it. */
  soundEnded?(): void
  /** Call it once, when the recording is complete. Rejects with a HearingError, and with one only. */
  finish(recording: Recording): Promise<Transcript>
  /** Ends it; `finish` rejects with `cancelled` when it was running. Harmless afterwards. */
  abort(): void
}

export interface Transcriber {
  /** Call it when the recording starts, so that an engine that hears live can begin. */
  start(request: HearingRequest): Hearing
}

export type HearingFailure =
  /** no engine can do it: the server has none, the browser neither */
  | 'unavailable'
  /** the server fetches the model that hears; after waiting for it: it could not be fetched */
  | 'preparing'
  | 'offline'
  | 'timed-out'
  | 'rate-limited'
  | 'credits-exhausted'
  /** the vendor did not take the key that the user brought along */
  | 'own-key-refused'
  | 'session-expired'
  /** the engine refused or broke */
  | 'broken'
  /** the user ended it; the recording is kept */
  | 'cancelled'
  /** the page was closed or reloaded before it was done */
  | 'interrupted'

export class HearingError extends Error {
  readonly reason: HearingFailure

  constructor(reason: HearingFailure) {
    super(`not heard: ${reason}`)
    this.name = 'HearingError'
    this.reason = reason
  }
}

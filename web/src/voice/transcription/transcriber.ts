import type { InterimWords } from '@vee/contract/socket/interim-words'
import type { Frame } from '../capture/frames.ts'

/** Transcription of one utterance, independent of the engine. */

export interface Recording {
  /** WAV, 16-bit mono at 16 kHz */
  readonly audio: Blob
  readonly durationSeconds: number
}

export type { InterimWords } from '@vee/contract/socket/interim-words'

export const NO_WORDS: InterimWords = { text: '', tail: '' }

export interface TranscriptionRequest {
  /** BCP 47 tag of the spoken language; undefined: the engine detects it */
  readonly language: string | undefined
  /** BCP 47 tags of the languages that the user speaks, to which detection is restricted; absent or empty: any */
  readonly languages?: readonly string[] | undefined
  /** whether the audio is streamed while it is recorded; false for a stored recording */
  readonly isStreaming: boolean
  /** called while the user speaks, each time with all words so far */
  readonly onInterim: (words: InterimWords) => void
  /** called when the transcription has to wait for a download, which takes minutes */
  readonly onDelayed?: (() => void) | undefined
}

/** A transcript; empty if the recording contains no speech. */
export interface Transcript {
  readonly text: string
  /** the detected language, if the engine reports it */
  readonly language: string | undefined
  /** id of the server's provider that transcribed; absent for other engines */
  readonly provider?: string | undefined
  /** commands were already parsed: the whole text is for the conversation */
  readonly hasParsedCommands?: true
}

/** One utterance that is being transcribed. */
export interface PendingTranscription {
  /** Called with the audio during the recording, pre-roll first; absent for engines that do not stream. */
  pushFrame?(frame: Frame): void
  /** Receives the same audio without the main thread: see OpenMicrophone.openPort. */
  connectMicrophone?(port: MessagePort): void
  /** Called when the recording ends: the last frames follow. */
  flushAudio?(): void
  /** Called after the last frame. `finish` follows, or `abort` if the recording was empty. */
  endAudio?(): void
  /** Called once, when the recording is complete. Rejects with a TranscriptionError only. */
  finish(recording: Recording): Promise<Transcript>
  /** Cancels it; a running `finish` rejects with `cancelled`. No-op afterwards. */
  abort(): void
}

export interface Transcriber {
  /** Called when the recording starts, so that a streaming engine can start. */
  start(request: TranscriptionRequest): PendingTranscription
}

export type TranscriptionFailure =
  /** no engine is available, on the server or in the browser */
  | 'unavailable'
  /** the server is downloading its model, or could not download it */
  | 'preparing'
  | 'offline'
  | 'timed-out'
  | 'rate-limited'
  | 'credits-exhausted'
  /** the vendor rejected the user's own key */
  | 'own-key-refused'
  | 'session-expired'
  /** the engine rejected the request or failed */
  | 'broken'
  /** the user cancelled it; the recording stays stored */
  | 'cancelled'
  /** the page was closed or reloaded before it was complete */
  | 'interrupted'

export class TranscriptionError extends Error {
  readonly reason: TranscriptionFailure

  constructor(reason: TranscriptionFailure, options?: ErrorOptions) {
    super(`not heard: ${reason}`, options)
    this.name = 'TranscriptionError'
    this.reason = reason
  }
}

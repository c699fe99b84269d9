import type { TranscriptionFailure } from '../transcription/transcriber.ts'

/** Where an utterance was spoken. */
export interface UtteranceOrigin {
  readonly agentId: string
  readonly conversationId: string
  /** the user or the visit; undefined in data that an earlier version stored for visitors */
  readonly owner?: string | undefined
}

/**
 * The progress of an utterance: `recorded` and stored, `transcribing`, `waiting` for speech recognition to be
 * downloaded, `failed`, or `transcribed` with its text. It is removed when it is answered, was empty, or is discarded by
 * the user; one that failed waits for the user's decision. One whose reply failed is removed after a week, and those of
 * another visit after a day (`utterances-of-owner.ts`). Two of these states have other names in the database: `stored-utterance.ts`.
 */
export type UtteranceProgress =
  | { readonly state: 'recorded' }
  | { readonly state: 'transcribing' }
  | { readonly state: 'waiting' }
  | { readonly state: 'failed'; readonly failure: TranscriptionFailure }
  /** `turnId` is the turn that asked it; undefined while its text is in the message field */
  | { readonly state: 'transcribed'; readonly text: string; readonly turnId: string | undefined }

export interface Utterance extends UtteranceOrigin {
  readonly id: string
  /** WAV */
  readonly audio: Blob
  /** ISO 8601 in UTC */
  readonly createdAt: string
  readonly durationSeconds: number
  readonly progress: UtteranceProgress
}

/** A chunk of an utterance that is being recorded. */
export interface UtteranceChunk extends UtteranceOrigin {
  readonly utteranceId: string
  /** from 0, in the order of the recording */
  readonly index: number
  /** mono, at CAPTURE_SAMPLE_RATE */
  readonly samples: Int16Array<ArrayBuffer>
  /** root mean square of the loudest frame, 0…1 */
  readonly loudestLevel: number
  /** ISO 8601 in UTC */
  readonly createdAt: string
}

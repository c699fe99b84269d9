import type { HearingFailure } from './transcriber.ts'

/** Where an utterance was said. */
export interface Place {
  readonly agentId: string
  readonly conversationId: string
  /** the user who said it, or the visit; undefined in what an earlier version stored for visitors */
  readonly owner?: string | undefined
}

/**
 * What becomes of an utterance: `recorded` and safe, on its way to text (`hearing`), `failed`, or `heard`: its text is
 * known. It leaves the store when it is answered, when nothing was in it, or when the user discards it.
 */
export type UtteranceProgress =
  | { readonly state: 'recorded' }
  | { readonly state: 'hearing' }
  | { readonly state: 'failed'; readonly failure: HearingFailure }
  /** `turnId` is the turn that asked it; undefined while its text is in the message field */
  | { readonly state: 'heard'; readonly text: string; readonly turnId: string | undefined }

export interface Utterance extends Place {
  readonly id: string
  /** WAV */
  readonly audio: Blob
  /** ISO 8601 in UTC */
  readonly createdAt: string
  readonly durationSeconds: number
  readonly progress: UtteranceProgress
}

/** A stretch of an utterance that is still being said. */
export interface UtterancePart extends Place {
  readonly utteranceId: string
  /** from 0, in the order in which they were said */
  readonly index: number
  /** mono, at CAPTURE_SAMPLE_RATE */
  readonly samples: Int16Array<ArrayBuffer>
  /** root mean square of the loudest frame, 0…1 */
  readonly loudestLevel: number
  /** ISO 8601 in UTC */
  readonly createdAt: string
}

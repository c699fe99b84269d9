import { z } from 'zod'
import type { SttRequest } from '../stt.ts'

/**
 * Jobs of a speech worker, and their results. Everything in this file can be sent between threads and
 * processes.
 */

const path = z.string().min(1).max(300)

/** Configuration of a recognition engine: paths in the model's folder, or absolute ones in a job. */
export const sttEngine = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('whisper'), encoder: path, decoder: path, tokens: path }),
  z.object({ kind: z.literal('transducer'), encoder: path, decoder: path, joiner: path, tokens: path }),
  z.object({ kind: z.literal('sense-voice'), model: path, tokens: path }),
  z.object({ kind: z.literal('nemo-ctc'), model: path, tokens: path }),
])
export type SttEngine = z.infer<typeof sttEngine>

export interface TranscribeJob {
  readonly kind: 'transcribe'
  /** with absolute paths */
  readonly engine: SttEngine
  /** mono, -1 to 1, at 16 kHz */
  readonly samples: Float32Array<ArrayBuffer>
  /** ISO 639-1; undefined: the model detects it, where it can */
  readonly language: string | undefined
}

/** Configuration of a synthesis engine: paths in the model's folder, or absolute ones in a job. */
export type TtsEngine =
  | {
      readonly kind: 'vits'
      readonly model: string
      readonly tokens: string
      readonly lexicon?: string
      /** rules that spell out numbers and dates */
      readonly rules?: readonly string[]
    }
  | {
      readonly kind: 'supertonic'
      readonly durationPredictor: string
      readonly textEncoder: string
      readonly vectorEstimator: string
      readonly vocoder: string
      readonly ttsJson: string
      readonly unicodeIndexer: string
      readonly voiceStyle: string
    }

export interface SpeakJob {
  readonly kind: 'speak'
  /** with absolute paths */
  readonly engine: TtsEngine
  readonly text: string
  /** number of the speaker in the model, from 0 */
  readonly speaker: number
  /** ISO 639-1 */
  readonly language: string
  /** 1 is normal; 2 takes half the time */
  readonly speed: number
}

export interface FliteJob {
  readonly kind: 'flite'
  readonly text: string
  readonly voice: string
  /** 1 is normal; 2 takes half the time */
  readonly speed: number
}

/** Decodes a recording as received to samples. */
export interface DecodeJob {
  readonly kind: 'decode'
  readonly container: SttRequest['container']
  readonly bytes: Uint8Array
}

export type SpeechJob = TranscribeJob | SpeakJob | FliteJob | DecodeJob

export interface TranscribedSpeech {
  readonly text: string
  /** ISO 639-1, where the model reports it */
  readonly language: string | undefined
}

export interface SpokenSamples {
  readonly samples: Int16Array<ArrayBuffer>
  readonly sampleRate: number
}

export interface DecodedRecording {
  /** mono at 16 kHz */
  readonly samples: Int16Array<ArrayBuffer>
}

export type SpeechJobResult = TranscribedSpeech | SpokenSamples | DecodedRecording

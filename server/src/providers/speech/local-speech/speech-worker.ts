import { createEngineWorker, type EngineWorker } from '../../local-models/engine-worker.ts'
import type {
  DecodedRecording,
  DecodeJob,
  FliteJob,
  SpeakJob,
  SpokenSamples,
  TranscribedSpeech,
  TranscribeJob,
} from './jobs.ts'

type JobOptions = Parameters<EngineWorker['run']>[1]

/** A worker of the program `workers/speech.worker.ts`. */
export interface SpeechWorker {
  run(job: TranscribeJob, options: JobOptions): Promise<TranscribedSpeech>
  run(job: FliteJob | SpeakJob, options: JobOptions): Promise<SpokenSamples>
  run(job: DecodeJob, options: JobOptions): Promise<DecodedRecording>
}

export const createSpeechWorker = (settings: Parameters<typeof createEngineWorker>[0]): SpeechWorker =>
  createEngineWorker(settings)

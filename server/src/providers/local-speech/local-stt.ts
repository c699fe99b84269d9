import type { Availability } from '../failure.ts'
import type { Preparable } from '../speech-capabilities.ts'
import type { SttProvider, SttRequest } from '../stt.ts'
import { AVAILABLE } from '../wire/availability.ts'
import type { CatalogueModel } from './catalogue.ts'
import { engineProblem } from './engine-package.ts'
import { failureOf, LOCAL, localFailure } from './local-failure.ts'
import type { TranscribedSpeech } from './jobs.ts'
import type { SpeechModels } from './speech-models.ts'
import type { SpeechWorker } from './speech-worker.ts'
import { decodeWav, MODEL_SAMPLE_RATE, samplePiecesOf } from './wav-samples.ts'

export interface LocalSttOptions {
  readonly model: CatalogueModel
  readonly models: SpeechModels
  readonly worker: SpeechWorker
  /** whether the model may be fetched when somebody first talks; otherwise the host fetches it */
  readonly mayFetch: boolean
}

const NOT_FETCHED: Availability = {
  available: false,
  reason: 'The model for local speech recognition is not on this server.',
  hint: 'Fetch it with `npm run models -- add`, or set LOCAL_SPEECH=on to have it fetched when somebody first talks.',
  envVar: 'LOCAL_SPEECH',
}

/** Transcription on this server by sherpa-onnx (https://github.com/k2-fsa/sherpa-onnx): no key, and no sound leaves the machine. */
export function createLocalStt({ model, models, worker, mayFetch }: LocalSttOptions): SttProvider {
  const preparable: Preparable = {
    preparation: () => models.preparation(model),
    prepare: () => models.prepare(model),
    stopPreparing: () => models.cancel(model),
  }
  return {
    ...LOCAL,
    model: model.id,
    location: 'server',
    languages: model.languages,
    containers: ['wav'],
    preparable,
    availability: () =>
      Promise.resolve(engineProblem() ?? (mayFetch || !models.preparation(model) ? AVAILABLE : NOT_FETCHED)),
    async transcribe({ audio, language, caller }, signal) {
      const samples = decodeWav(audio)
      if (!samples) throw localFailure('refused', 'The recording is no WAV of 16-bit PCM.')
      const heard: TranscribedSpeech[] = []
      try {
        for (const piece of samplePiecesOf(samples)) {
          const job = {
            kind: 'transcribe',
            engine: models.engineOf(model),
            samples: piece.slice(),
            language: languageOf(language),
          } as const
          heard.push(await worker.run(job, { owner: caller, signal }))
        }
      } catch (error) {
        throw failureOf(error, 'Local speech recognition')
      }
      return {
        text: heard.map(({ text }) => text).join(' '),
        language: heard.find((piece) => piece.language !== undefined)?.language ?? null,
        durationSeconds: samples.length / MODEL_SAMPLE_RATE,
      }
    },
  }
}

/** The ISO 639-1 code of a BCP 47 tag. */
function languageOf(tag: SttRequest['language']): string | undefined {
  const language = tag?.split('-')[0]?.toLowerCase()
  return language !== undefined && /^[a-z]{2}$/.test(language) ? language : undefined
}

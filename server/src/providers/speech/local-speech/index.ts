import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { z } from 'zod'
import { StartFailure } from '#lib/start-failure.ts'
import { trimmedText, variableNotes, webAddress, wholeNumber } from '#lib/variable-types.ts'
import type { SpeechContext, SpeechModule } from '../speech-provider.ts'
import { type CatalogueModel, readCatalogue } from './catalogue.ts'
import { createFliteTts } from './flite.ts'
import { createFfmpegDecoder } from './ffmpeg.ts'
import { createLocalStt } from './local-stt.ts'
import { createLocalTts } from './local-tts.ts'
import { createModelStore } from '../../local-models/model-store.ts'
import { createSpeechWorker } from './speech-worker.ts'
import { VOICE_MODELS } from './voice-models.ts'
import type { Isolation } from '../../local-models/engine-host.ts'

const VARIABLES = {
  LOCAL_SPEECH: trimmedText
    .toLowerCase()
    .pipe(z.enum(['on', 'ask', 'off'], 'must be on, ask or off'))
    .default('on')
    .register(variableNotes, {
      meaning:
        'Speech recognition on this server: on fetches its model at the first spoken message, ask leaves that to the host, off never connects to the hub',
      example: 'ask',
    }),
  LOCAL_SPEECH_MODEL: trimmedText.default('whisper-base').register(variableNotes, {
    meaning:
      'Model of local speech recognition: whisper-base, whisper-small, parakeet-v3, sense-voice, or one of LOCAL_SPEECH_CATALOGUE',
    example: 'parakeet-v3',
  }),
  LOCAL_SPEECH_CATALOGUE: trimmedText.optional().register(variableNotes, {
    meaning: 'JSON file that describes more models for local speech recognition',
    example: '/etc/vee/models.json',
  }),
  LOCAL_SPEECH_THREADS: wholeNumber(1, 64).optional().register(variableNotes, {
    meaning: 'Processor threads that local speech recognition may use',
    example: '2',
    shownDefault: 'half of the processors, at most 4',
  }),
  LOCAL_SPEECH_MEMORY_MB: wholeNumber(100, 1_000_000).optional().register(variableNotes, {
    meaning:
      'Memory in MB that local recognition may use, and local speech as much again; an engine that needs more ends, and its recording waits (Linux)',
    example: '700',
    shownDefault: 'not limited',
  }),
  MODEL_HUB_URL: webAddress.default('https://huggingface.co').register(variableNotes, {
    meaning: 'Where models are fetched from: Hugging Face, or a mirror with its addresses',
    example: 'https://hub.example.org',
  }),
}

/** Transcription and speech on this server. */
export const localSpeech = {
  id: 'local',
  variables: VARIABLES,
  prices: 'free',
  create(variables, context) {
    if (variables.LOCAL_SPEECH === 'off') return {}
    const model = modelNamed(variables.LOCAL_SPEECH_MODEL, readCatalogue(variables.LOCAL_SPEECH_CATALOGUE))
    const models = createModelStore({
      directory: join(context.dataDir, 'models'),
      hub: variables.MODEL_HUB_URL,
    })
    const limits = { threads: variables.LOCAL_SPEECH_THREADS, memoryMb: variables.LOCAL_SPEECH_MEMORY_MB }
    const worker = openWorker('process', context, limits)
    return {
      stt: createLocalStt({
        model,
        models,
        worker,
        decodeWorker: openWorker('thread', { ...context, timeoutMs: DECODE_LIMIT_MS }, { threads: 1 }),
        ffmpeg: createFfmpegDecoder(context.searchPath, DECODE_LIMIT_MS),
        mayFetch: variables.LOCAL_SPEECH === 'on',
      }),
      tts: createLocalTts({
        catalogue: VOICE_MODELS,
        models,
        // A worker of its own, so that speech does not wait for a long transcription.
        worker: openWorker('process', context, limits),
      }),
    }
  },
} as const satisfies SpeechModule<typeof VARIABLES>

function modelNamed(id: string, catalogue: readonly CatalogueModel[]): CatalogueModel {
  const model = catalogue.find((candidate) => candidate.id === id)
  if (model) return model
  const ids = catalogue.map((candidate) => candidate.id).join(', ')
  throw new StartFailure(`LOCAL_SPEECH_MODEL must be one of ${ids}, not ${JSON.stringify(id)}.`)
}

/** English speech that is part of Vee. */
export const fliteSpeech = {
  id: 'flite',
  variables: {},
  prices: 'free',
  create: (_: object, context) => ({ tts: createFliteTts(openWorker('thread', context, { threads: 1 })) }),
} as const satisfies SpeechModule<z.ZodRawShape>

/** Time limit of a decoding job, in ms: several times the duration of decoding an hour of Opus. */
const DECODE_LIMIT_MS = 30_000
/** Idle time after which a worker ends and frees its memory, in ms. */
const IDLE_MS = 5 * 60_000
/** Jobs that wait at most. */
const MAX_WAITING = 64

interface WorkerLimits {
  readonly threads?: number | undefined
  readonly memoryMb?: number | undefined
}

const openWorker = (
  isolation: Isolation,
  { workerProgram, timeoutMs }: SpeechContext,
  { threads = defaultThreads(), memoryMb }: WorkerLimits,
) =>
  createSpeechWorker({
    isolation,
    program: workerProgram,
    memoryMb,
    engineThreads: threads,
    timeLimitMs: timeoutMs,
    idleMs: IDLE_MS,
    maxWaiting: MAX_WAITING,
  })

/** Returns a number of threads that leaves capacity for the server itself. */
const defaultThreads = () => Math.max(1, Math.min(4, Math.floor(availableParallelism() / 2)))

import { parseWav } from '@vee/contract/audio/parse-wav'
import type { Availability } from '../../failure.ts'
import type { Preparable } from '../speech-capabilities.ts'
import type { AudioCodec, SttProvider, SttRequest } from '../stt.ts'
import { AVAILABLE } from '../../wire/availability.ts'
import { type CatalogueModel, engineAt } from './catalogue.ts'
import { engineProblem } from './engine-package.ts'
import { failureOf, LOCAL, localFailure } from './local-failure.ts'
import type { FfmpegDecoder } from './ffmpeg.ts'
import { RedecodingStream } from './local-stt-stream.ts'
import type { TranscribedSpeech } from './jobs.ts'
import type { ModelStore } from '../../local-models/model-store.ts'
import { WorkerFailure } from '../../local-models/engine-worker.ts'
import type { SpeechWorker } from './speech-worker.ts'
import { createSlots } from '../../program/slots.ts'
import { decodeWav, MODEL_SAMPLE_RATE, samplePiecesOf, type Samples, toFloats } from './wav-samples.ts'

export interface LocalSttOptions {
  readonly model: CatalogueModel
  readonly models: ModelStore
  readonly worker: SpeechWorker
  /** decodes recordings */
  readonly decodeWorker: SpeechWorker
  /** decodes MP4 that `decodeWorker` cannot read */
  readonly ffmpeg: FfmpegDecoder
  /**
   * whether the first recording of a user may start the download of the model; otherwise the host downloads
   * it
   */
  readonly mayFetch: boolean
}

const NOT_FETCHED: Availability = {
  available: false,
  reason: 'The model for local speech recognition is not on this server.',
  hint: 'Fetch it with `npm run models -- add`, or set LOCAL_SPEECH=on to fetch it at the first spoken message.',
  envVar: 'LOCAL_SPEECH',
  problem: 'model-missing',
}

/**
 * Transcribes on this server by sherpa-onnx (https://github.com/k2-fsa/sherpa-onnx): no key, and no audio
 * leaves the machine.
 */
export function createLocalStt({
  model,
  models,
  worker,
  decodeWorker,
  ffmpeg,
  mayFetch,
}: LocalSttOptions): SttProvider {
  /** result of the last call of `availability` */
  let hasFfmpeg = false
  /** transcriptions in progress */
  let running = 0
  /** time of the last transcription, per second of audio, in ms; the first one also loads the model */
  let paceMs = 0
  let hasLoaded = false
  const longRecordings = createSlots(MAX_LONG_RECORDINGS, MAX_WAITING_RECORDINGS)

  async function samplesOf({ audio, container, caller }: SttRequest, signal: AbortSignal): Promise<Samples> {
    if (container === 'wav' && !isLong(audio)) {
      const samples = decodeWav(audio)
      if (!samples) throw localFailure('unreadable', 'The recording is no WAV of PCM.')
      return samples
    }
    const job = { kind: 'decode', container, bytes: audio } as const
    try {
      return (await decodeWorker.run(job, { owner: caller, signal })).samples
    } catch (error) {
      const isUnreadable = error instanceof WorkerFailure && error.kind === 'unreadable'
      if (isUnreadable && container === 'mp4' && hasFfmpeg) return await ffmpeg.decodeMp4(audio, signal)
      // Decoders take seconds for an hour of audio: a longer time is the fault of the file.
      if (error instanceof WorkerFailure && error.kind === 'timeout') {
        throw localFailure('unreadable', 'The recording took too long to decode.', error)
      }
      throw failureOf(error, 'Decoding')
    }
  }

  async function transcribeSamples(
    samples: Samples,
    request: Pick<SttRequest, 'language' | 'caller'>,
    signal: AbortSignal,
  ) {
    running += 1
    const startedAt = performance.now()
    const wasIdle = running === 1
    try {
      const segments = await transcribePieces(samples, request, signal)
      const seconds = samples.length / MODEL_SAMPLE_RATE
      if (wasIdle && hasLoaded && seconds > 0) paceMs = (performance.now() - startedAt) / seconds
      hasLoaded = true
      return segments
    } finally {
      running -= 1
    }
  }

  async function transcribePieces(
    samples: Samples,
    { language, caller }: Pick<SttRequest, 'language' | 'caller'>,
    signal: AbortSignal,
  ) {
    const segments: TranscribedSpeech[] = []
    for (const piece of samplePiecesOf(samples)) {
      const job = {
        kind: 'transcribe',
        engine: engineAt(model.engine, (path) => models.pathOf(model, path)),
        samples: toFloats(piece),
        language: languageOf(language),
      } as const
      segments.push(
        await worker.run(job, { owner: caller, signal }).catch((error: unknown) => {
          throw failureOf(error, 'Local speech recognition')
        }),
      )
    }
    return segments
  }

  const preparable: Preparable = {
    preparation: () => models.preparation(model),
    prepare: (_, isAskedFor) => models.prepare(model, isAskedFor),
    stopPreparing: () => models.cancel(model),
  }
  return {
    ...LOCAL,
    model: model.id,
    location: 'server',
    languages: model.languages,
    containers: ['wav', 'webm', 'ogg', 'mp4', 'mp3'],
    get codecs() {
      return hasFfmpeg ? WITH_FFMPEG : DECODED
    },
    preparable,
    streaming: {
      model: model.id,
      isSupported: true,
      wordsWithinMs: WORDS_WITHIN_MS,
      open: (request, signal) =>
        new RedecodingStream(
          {
            isIdle: () => running === 0,
            expectedMs: (seconds) => paceMs * seconds,
            async decode(samples, abortSignal) {
              const segments = await transcribeSamples(samples, request, abortSignal)
              return { text: textOf(segments), language: detectedIn(segments) }
            },
          },
          signal,
        ),
    },
    async availability() {
      hasFfmpeg = await ffmpeg.isInstalled()
      return engineProblem() ?? (mayFetch || !models.preparation(model) ? AVAILABLE : NOT_FETCHED)
    },
    async transcribe(request, signal) {
      const release = isLong(request.audio) ? await longRecordings.require(LOCAL, signal) : () => {}
      try {
        const samples = await samplesOf(request, signal)
        const segments = await transcribeSamples(samples, request, signal)
        return {
          text: textOf(segments),
          language: detectedIn(segments) ?? null,
          durationSeconds: samples.length / MODEL_SAMPLE_RATE,
        }
      } finally {
        release()
      }
    },
  }
}

/** Time of one transcription on a slow machine, in ms: another one would not be faster. */
const WORDS_WITHIN_MS = 60_000

const textOf = (segments: readonly TranscribedSpeech[]) => segments.map(({ text }) => text).join(' ')
const detectedIn = (segments: readonly TranscribedSpeech[]) =>
  segments.find(({ language }) => language !== undefined)?.language

const DECODED: readonly AudioCodec[] = ['pcm', 'opus', 'mp3']
const WITH_FFMPEG: readonly AudioCodec[] = [...DECODED, 'aac']

/**
 * Size from which a recording is decoded in the worker even if it is WAV, so that only two of them are in
 * memory at once.
 */
const LONG_RECORDING_BYTES = 1024 * 1024
/** The same for the decoded samples of a WAV, whose header states how long they are. */
const LONG_RECORDING_SECONDS = 32

const isLong = (audio: Uint8Array): boolean =>
  audio.length >= LONG_RECORDING_BYTES || (parseWav(audio)?.durationSeconds ?? 0) > LONG_RECORDING_SECONDS

const MAX_LONG_RECORDINGS = 2
const MAX_WAITING_RECORDINGS = 16

/** The ISO 639-1 code of a BCP 47 tag. */
function languageOf(tag: SttRequest['language']): string | undefined {
  const language = tag?.split('-')[0]?.toLowerCase()
  return language !== undefined && /^[a-z]{2}$/.test(language) ? language : undefined
}

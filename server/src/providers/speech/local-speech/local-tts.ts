import type { Voice } from '@vee/contract/entities/voice'
import type { Availability } from '../../failure.ts'
import { awaitFirstChunk } from '../../sound/await-first-chunk.ts'
import type { TtsProvider, TtsRequest } from '../tts.ts'
import { AVAILABLE } from '../../wire/availability.ts'
import { engineProblem } from './engine-package.ts'
import { failureOf, LOCAL, localFailure } from './local-failure.ts'
import { encodeSentences } from './encode-sentences.ts'
import type { ModelStore } from '../../local-models/model-store.ts'
import type { SpeechWorker } from './speech-worker.ts'
import { type ModelVoice, spokenLanguages, type VoiceModel, voiceEngineAt } from './voice-models.ts'

export interface LocalTtsOptions {
  /** in order of preference */
  readonly catalogue: readonly VoiceModel[]
  readonly models: ModelStore
  readonly worker: SpeechWorker
}

const NO_VOICE: Availability = {
  available: false,
  reason: 'No voice model is on this server.',
  hint: 'Fetch one with `npm run models -- add supertonic-3`.',
  envVar: null,
  problem: 'model-missing',
}

/** Maximum length of a text that is synthesized at once, in UTF-16 code units: limits the memory of a job. */
const MAX_SENTENCE_LENGTH = 300

/**
 * Synthesizes speech on this server by sherpa-onnx: no key, and no text leaves the machine. Offers the voices
 * of the installed models; produces `wav` and `pcm`.
 */
export function createLocalTts({ catalogue, models, worker }: LocalTtsOptions): TtsProvider {
  const installed = () => catalogue.filter((model) => !models.preparation(model))
  /**
   * Returns the model to download for a language; undefined where an installed one speaks it already, or
   * where there is none.
   */
  const missing = (language: string | undefined) => {
    const speaks = (model: VoiceModel) =>
      language === undefined || spokenLanguages(model).includes(language.split('-')[0]?.toLowerCase() ?? '')
    return installed().some(speaks)
      ? undefined
      : catalogue.find((model) => model.commercialUse === 'allowed' && speaks(model))
  }

  function voiceNamed(providerVoiceId: string): { readonly model: VoiceModel; readonly voice: ModelVoice } {
    for (const model of catalogue) {
      const voice = model.voices.find(({ id }) => providerVoiceId === `${model.id}/${id}`)
      if (voice) return { model, voice }
    }
    throw localFailure('refused', 'There is no such voice.')
  }

  function speak(request: TtsRequest, signal: AbortSignal): AsyncIterable<Uint8Array> {
    const { model, voice } = voiceNamed(request.providerVoiceId)
    if (models.preparation(model)) throw notWhole(model)
    const engine = voiceEngineAt(model.engine, (path) => models.pathOf(model, path))
    const { slowest, fastest } = model.speeds
    const job = {
      kind: 'speak',
      engine,
      speaker: voice.speaker,
      language: new Intl.Locale(voice.lang).language,
      speed: Math.min(fastest, Math.max(slowest, request.speed)),
    } as const
    return encodeSentences(ttsSentencesOf(request.text, voice.lang), request.format, (text) =>
      worker.run({ ...job, text }, { owner: request.caller, signal }),
    )
  }

  return {
    ...LOCAL,
    model: 'sherpa-onnx',
    location: 'server',
    formats: ['wav', 'pcm'],
    preparable: {
      preparation(language) {
        const model = missing(language)
        return model && models.preparation(model)
      },
      prepare(language, isAskedFor) {
        const model = missing(language)
        if (model) models.prepare(model, isAskedFor)
      },
      stopPreparing(language) {
        const model = missing(language)
        if (model) models.cancel(model)
      },
    },
    availability: () => Promise.resolve(engineProblem() ?? (installed().length > 0 ? AVAILABLE : NO_VOICE)),
    voices: () => Promise.resolve(installed().flatMap((model, index) => voicesOf(model, index === 0))),
    async synthesize(request, signal) {
      return awaitFirstChunk(speak(request, signal), LOCAL, (error) => failureOf(error, 'Local speech'))
    },
  }
}

const voicesOf = (model: VoiceModel, isFirst: boolean): Voice[] =>
  model.voices.map(({ id, name, lang }, index) => ({
    id: `${LOCAL.id}_${model.id}/${id}`,
    providerVoiceId: `${model.id}/${id}`,
    name,
    lang,
    provider: LOCAL.id,
    quality: 'natural',
    isDefault: isFirst && index === 0,
    gender: null,
    description: 'Natural voice, made on this server',
  }))

/** Returns the sentences that contain a letter or a digit; engines crash on text without any sound. */
export function ttsSentencesOf(text: string, lang: string): string[] {
  const segments = new Intl.Segmenter(lang, { granularity: 'sentence' }).segment(
    text.replaceAll(/\p{Cc}/gu, ' '),
  )
  return Array.from(segments, ({ segment }) => segment.trim())
    .flatMap(shortPieces)
    .filter((sentence) => /[\p{L}\p{N}]/u.test(sentence))
}

/** Splits a long sentence at its last comma or space, otherwise anywhere between two characters. */
function shortPieces(sentence: string): string[] {
  const pieces: string[] = []
  let rest = sentence
  while (rest.length > MAX_SENTENCE_LENGTH) {
    const head = rest.slice(0, MAX_SENTENCE_LENGTH)
    const comma = Math.max(...[',', ';', '、', '，', '；'].map((sign) => head.lastIndexOf(sign)))
    const cut =
      comma > 0 ? comma + 1 : head.lastIndexOf(' ') > 0 ? head.lastIndexOf(' ') : wholeCharacters(head)
    pieces.push(rest.slice(0, cut).trim())
    rest = rest.slice(cut).trim()
  }
  return [...pieces, rest]
}

/** Length of `text` without half a surrogate pair at its end. */
const wholeCharacters = (text: string): number =>
  /[\uD800-\uDBFF]$/.test(text) ? text.length - 1 : text.length

const notWhole = ({ id, name }: VoiceModel) =>
  localFailure(
    'unavailable',
    `The voice model ${name} is not whole. Fetch it again with \`npm run models -- add ${id}\`.`,
  )

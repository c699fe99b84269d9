import type { DownloadableModel } from '../../local-models/downloadable-model.ts'
import type { TtsEngine } from './jobs.ts'

/** One speaker of a model in one language. */
export interface ModelVoice {
  /** unique within the model */
  readonly id: string
  readonly name: string
  /** BCP 47 */
  readonly lang: string
  /** number of the speaker in the model, from 0 */
  readonly speaker: number
}

/** A synthesis model. */
export interface VoiceModel extends DownloadableModel {
  readonly commercialUse: 'allowed' | 'forbidden' | 'unclear'
  readonly voices: readonly [ModelVoice, ...ModelVoice[]]
  /** speeds at which the words stay clear, 1 is normal */
  readonly speeds: { readonly slowest: number; readonly fastest: number }
  /** paths are those of `files` */
  readonly engine: TtsEngine
}

/** Returns the ISO 639-1 codes of the languages that a model speaks. */
export const spokenLanguages = ({ voices }: Pick<VoiceModel, 'voices'>): readonly string[] => [
  ...new Set(voices.map(({ lang }) => new Intl.Locale(lang).language)),
]

const SUPERTONIC_LANGUAGES = ['en-US', 'de-DE', 'es-ES', 'fr-FR', 'it-IT', 'pt-BR', 'ja-JP', 'ko-KR'] as const

/** Two of the ten speakers of the model. */
const supertonicVoices = (lang: string): readonly [ModelVoice, ModelVoice] => [
  { id: `${lang}-0`, name: 'Supertonic 1', lang, speaker: 0 },
  { id: `${lang}-5`, name: 'Supertonic 6', lang, speaker: 5 },
]

const [firstLanguage, ...otherLanguages] = SUPERTONIC_LANGUAGES

/**
 * Voices of all interface languages, in order of preference. Sizes and hashes are those that several public projects pin
 * for these revisions: see docs/local-speech.md.
 */
export const VOICE_MODELS: readonly VoiceModel[] = [
  {
    id: 'supertonic-3',
    name: 'Supertonic 3',
    licence: 'LicenseRef-OpenRAIL-M',
    commercialUse: 'allowed',
    repository: 'csukuangfj2/sherpa-onnx-supertonic-3-tts-int8-2026-05-11',
    revision: 'cca5a0e6c96e1d2c720986bf7e75fcc81dee3ae4',
    voices: [...supertonicVoices(firstLanguage), ...otherLanguages.flatMap(supertonicVoices)],
    speeds: { slowest: 0.7, fastest: 2 },
    files: [
      {
        path: 'duration_predictor.int8.onnx',
        size: 3_700_147,
        sha256: 'c3eb91414d5ff8a7a239b7fe9e34e7e2bf8a8140d8375ffb14718b1c639325db',
      },
      {
        path: 'text_encoder.int8.onnx',
        size: 36_416_150,
        sha256: 'c7befd5ea8c3119769e8a6c1486c4edc6a3bc8365c67621c881bbb774b9902ff',
      },
      {
        path: 'vector_estimator.int8.onnx',
        size: 78_400_833,
        sha256: '20cd86fa5c6effedfda0e7cffe5b0569ca401c440a0c3a1d72bf39286c0db3fd',
      },
      {
        path: 'vocoder.int8.onnx',
        size: 25_991_073,
        sha256: 'e923d60f53f95eb1ce235f1dc33ec56d9c057823c96fa6f8acf98f32b0da6152',
      },
      {
        path: 'tts.json',
        size: 8_253,
        sha256: '42078d3aef1cd43ab43021f3c54f47d2d75ceb4e75f627f118890128b06a0d09',
      },
      {
        path: 'unicode_indexer.bin',
        size: 262_144,
        sha256: '8402ca48e5189a8950138580b0fff64db6f072f24ac07cd54ba8b2fbb9883b30',
      },
      {
        path: 'voice.bin',
        size: 517_168,
        sha256: '67d5209b0ee8ce6c74105ffbe12fe6a7628aea3b4ba2fcb308a4a67938a93ce8',
      },
    ],
    engine: {
      kind: 'supertonic',
      durationPredictor: 'duration_predictor.int8.onnx',
      textEncoder: 'text_encoder.int8.onnx',
      vectorEstimator: 'vector_estimator.int8.onnx',
      vocoder: 'vocoder.int8.onnx',
      ttsJson: 'tts.json',
      unicodeIndexer: 'unicode_indexer.bin',
      voiceStyle: 'voice.bin',
    },
  },
  {
    id: 'melo-zh',
    name: 'MeloTTS Chinese',
    licence: 'MIT',
    commercialUse: 'allowed',
    repository: 'csukuangfj/vits-melo-tts-zh_en',
    revision: 'a0d5c6a264c0ef92d70d8661d8cc502d79627cd6',
    voices: [{ id: 'zh', name: 'Melo', lang: 'zh-CN', speaker: 0 }],
    speeds: { slowest: 0.5, fastest: 2.5 },
    files: [
      {
        path: 'model.int8.onnx',
        size: 53_517_430,
        sha256: 'f085f5079e05f039b800aeb542f5253c26a303211b0c6465d0d9387977855a63',
      },
      {
        path: 'tokens.txt',
        size: 655,
        sha256: 'd18664a7e12bd7ea1022ddaf951e534e136815016c5a809d6b64156bffb4369d',
      },
      {
        path: 'lexicon.txt',
        size: 6_837_671,
        sha256: '7236884b02435ac5d10cf69b4be40a61b45aa676b5300f0e412f185748fee528',
      },
      {
        path: 'date.fst',
        size: 59_154,
        sha256: 'eb8aa079ae3cb81d8f4404992f39d61a0cb990947512b5b8d1e54d1f6980e718',
      },
      {
        path: 'number.fst',
        size: 64_482,
        sha256: '743f402181fcfebf76cc2f0546b71fa26476e626fbe4e460fb7b4c3a7a8bd5bd',
      },
      {
        path: 'phone.fst',
        size: 88_630,
        sha256: '1ac2b6fa56b1442320c4de7db08353bab8963a2b57f365eebcdd3a2d3562f8d7',
      },
    ],
    engine: {
      kind: 'vits',
      model: 'model.int8.onnx',
      tokens: 'tokens.txt',
      lexicon: 'lexicon.txt',
      rules: ['date.fst', 'number.fst', 'phone.fst'],
    },
  },
]

/** Returns the engine with absolute paths; `at` returns the path of a file. */
export function voiceEngineAt(engine: TtsEngine, resolvePath: (path: string) => string): TtsEngine {
  if (engine.kind === 'vits') {
    const { model, tokens, lexicon, rules } = engine
    return {
      kind: 'vits',
      model: resolvePath(model),
      tokens: resolvePath(tokens),
      ...(lexicon !== undefined && { lexicon: resolvePath(lexicon) }),
      ...(rules && { rules: rules.map(resolvePath) }),
    }
  }
  return {
    kind: 'supertonic',
    durationPredictor: resolvePath(engine.durationPredictor),
    textEncoder: resolvePath(engine.textEncoder),
    vectorEstimator: resolvePath(engine.vectorEstimator),
    vocoder: resolvePath(engine.vocoder),
    ttsJson: resolvePath(engine.ttsJson),
    unicodeIndexer: resolvePath(engine.unicodeIndexer),
    voiceStyle: resolvePath(engine.voiceStyle),
  }
}

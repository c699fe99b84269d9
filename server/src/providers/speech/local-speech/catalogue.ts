import { z } from 'zod'
import { downloadableModel, hasFilesOf, readModelFile } from '../../local-models/downloadable-model.ts'
import { type SttEngine, sttEngine } from './jobs.ts'

const catalogueModel = downloadableModel
  .extend({
    /** ISO 639-1; without it: a hundred languages */
    languages: z.array(z.string().regex(/^[a-z]{2}$/)).optional(),
    /** what the licence allows; default: allowed. Models that are not `allowed` are never recommended. */
    commercialUse: z.enum(['allowed', 'forbidden', 'unclear']).optional(),
    /** configuration of the engine; its paths are those of `files` */
    engine: sttEngine,
  })
  .refine(
    (model) =>
      hasFilesOf(
        model,
        Object.entries(model.engine).flatMap(([key, path]) => (key === 'kind' ? [] : path)),
      ),
    'the engine names a file that the model does not have',
  )

/** A recognition model. */
export type CatalogueModel = z.infer<typeof catalogueModel>

/** Sizes and hashes are from the hub's own listing of these revisions. */
const BUILT_IN: readonly CatalogueModel[] = [
  {
    id: 'whisper-base',
    name: 'Whisper base',
    licence: 'MIT',
    repository: 'csukuangfj/sherpa-onnx-whisper-base',
    revision: 'bb53ee204431c90d314c1cc08d28d23e5b7927cc',
    files: [
      {
        path: 'base-encoder.int8.onnx',
        size: 29_120_534,
        sha256: '0b8fb1304b6109976038efff5ace81720e00386f3ff6b54ee8c75291ca0a1e11',
      },
      {
        path: 'base-decoder.int8.onnx',
        size: 130_672_026,
        sha256: '9759d217388a01b3a4c7c15533201067b48ae819c4daafc8624e64b9409dc02d',
      },
      {
        path: 'base-tokens.txt',
        size: 816_730,
        sha256: 'b34b360dbb493e781e479794586d661700670d65564001f23024971d1f2fa126',
      },
    ],
    engine: {
      kind: 'whisper',
      encoder: 'base-encoder.int8.onnx',
      decoder: 'base-decoder.int8.onnx',
      tokens: 'base-tokens.txt',
    },
  },
  {
    id: 'parakeet-v3',
    name: 'Parakeet TDT 0.6B v3',
    languages: 'bg hr cs da nl en et fi fr de el hu it lv lt mt pl pt ro sk sl es sv ru uk'.split(' '),
    licence: 'CC-BY-4.0',
    repository: 'csukuangfj/sherpa-onnx-nemo-parakeet-tdt-0.6b-v3-int8',
    revision: '2bda32ec70b097a55adaa07d9a7173915b43cc78',
    files: [
      {
        path: 'encoder.int8.onnx',
        size: 652_184_281,
        sha256: 'acfc2b4456377e15d04f0243af540b7fe7c992f8d898d751cf134c3a55fd2247',
      },
      {
        path: 'decoder.int8.onnx',
        size: 11_845_275,
        sha256: '179e50c43d1a9de79c8a24149a2f9bac6eb5981823f2a2ed88d655b24248db4e',
      },
      {
        path: 'joiner.int8.onnx',
        size: 6_355_277,
        sha256: '3164c13fc2821009440d20fcb5fdc78bff28b4db2f8d0f0b329101719c0948b3',
      },
      {
        path: 'tokens.txt',
        size: 93_939,
        sha256: 'd58544679ea4bc6ac563d1f545eb7d474bd6cfa467f0a6e2c1dc1c7d37e3c35d',
      },
    ],
    engine: {
      kind: 'transducer',
      encoder: 'encoder.int8.onnx',
      decoder: 'decoder.int8.onnx',
      joiner: 'joiner.int8.onnx',
      tokens: 'tokens.txt',
    },
  },
  {
    id: 'whisper-small',
    name: 'Whisper small',
    licence: 'MIT',
    repository: 'csukuangfj/sherpa-onnx-whisper-small',
    revision: '8f3c18b358db4d1f2fc1eae49d75cd20989e4309',
    files: [
      {
        path: 'small-encoder.int8.onnx',
        size: 112_442_483,
        sha256: '4cbe7b22fa9026b843b60a68640c747de05bafb1a11b57edc0e66c232d9f33a9',
      },
      {
        path: 'small-decoder.int8.onnx',
        size: 262_226_114,
        sha256: 'acad50b5c782696e91b55914cc5ab4f756f1532f76e22aa6fc615f39fb69a8ee',
      },
      {
        path: 'small-tokens.txt',
        size: 816_730,
        sha256: 'b34b360dbb493e781e479794586d661700670d65564001f23024971d1f2fa126',
      },
    ],
    engine: {
      kind: 'whisper',
      encoder: 'small-encoder.int8.onnx',
      decoder: 'small-decoder.int8.onnx',
      tokens: 'small-tokens.txt',
    },
  },
  {
    id: 'sense-voice',
    name: 'SenseVoice small',
    languages: ['zh', 'en', 'ja', 'ko'],
    // FunASR's own licence; public sources disagree on what it allows.
    licence: 'LicenseRef-FunASR-Model-License',
    commercialUse: 'unclear',
    repository: 'csukuangfj/sherpa-onnx-sense-voice-zh-en-ja-ko-yue-2024-07-17',
    revision: '2365baeacb507f821a0c8120fcee3d484dba7a07',
    files: [
      {
        path: 'model.int8.onnx',
        size: 239_233_841,
        sha256: 'c71f0ce00bec95b07744e116345e33d8cbbe08cef896382cf907bf4b51a2cd51',
      },
      {
        path: 'tokens.txt',
        size: 315_894,
        sha256: 'f449eb28dc567533d7fa59be34e2abca8784f771850c78a47fb731a31429a1dc',
      },
    ],
    engine: { kind: 'sense-voice', model: 'model.int8.onnx', tokens: 'tokens.txt' },
  },
]

/** Returns the engine with absolute paths; `at` returns the path of a file. */
export function engineAt(engine: SttEngine, resolvePath: (path: string) => string): SttEngine {
  switch (engine.kind) {
    case 'whisper':
      return {
        ...engine,
        encoder: resolvePath(engine.encoder),
        decoder: resolvePath(engine.decoder),
        tokens: resolvePath(engine.tokens),
      }
    case 'transducer':
      return {
        ...engine,
        encoder: resolvePath(engine.encoder),
        decoder: resolvePath(engine.decoder),
        joiner: resolvePath(engine.joiner),
        tokens: resolvePath(engine.tokens),
      }
    case 'sense-voice':
    case 'nemo-ctc':
      return { ...engine, model: resolvePath(engine.model), tokens: resolvePath(engine.tokens) }
  }
}

/** Returns the models of this file, preceded by those that the host describes in a JSON file. Throws StartFailure. */
export const readCatalogue = (file: string | undefined): readonly CatalogueModel[] =>
  file === undefined ? BUILT_IN : [...readModelFile(file, catalogueModel), ...BUILT_IN]

import { z } from 'zod'
import { downloadableModel, hasFilesOf, readModelFile } from '../../local-models/downloadable-model.ts'

/** What a model expects before a text. */
const prefix = z.string().max(100).default('')

const embeddingModel = downloadableModel
  .extend({
    /** ONNX, with the outputs of an encoder; its paths are those of `files` */
    engine: z.object({ model: z.string(), tokenizer: z.string() }),
    /** how the vectors of a text's tokens become one */
    pooling: z.enum(['mean', 'first']).default('mean'),
    /** longer texts are cut */
    maxTokens: z.int().min(16).max(8_192).default(512),
    prefixes: z.object({ query: prefix, passage: prefix }).prefault({}),
  })
  .refine(
    (model) => hasFilesOf(model, Object.values(model.engine)),
    'the engine names a file that the model does not have',
  )

/** A model that turns texts into vectors on this machine. */
export type EmbeddingModel = z.infer<typeof embeddingModel>

/** Sizes and hashes are those that several public projects pin alike for this revision. */
const BUILT_IN: readonly EmbeddingModel[] = [
  {
    id: 'multilingual-e5-small',
    name: 'Multilingual E5 small',
    licence: 'MIT',
    repository: 'Xenova/multilingual-e5-small',
    revision: '761b726dd34fb83930e26aab4e9ac3899aa1fa78',
    files: [
      {
        path: 'onnx/model_quantized.onnx',
        size: 118_308_185,
        sha256: 'f80102d3f2a1229f387d3c81909990d8945513e347b0eab049f7de3c6f98c193',
      },
      {
        path: 'tokenizer.json',
        size: 17_082_730,
        sha256: '0b44a9d7b51c3c62626640cda0e2c2f70fdacdc25bbbd68038369d14ebdf4c39',
      },
    ],
    engine: { model: 'onnx/model_quantized.onnx', tokenizer: 'tokenizer.json' },
    pooling: 'mean',
    maxTokens: 512,
    prefixes: { query: 'query: ', passage: 'passage: ' },
  },
]

/** Returns the models of this file, preceded by those that the host describes in a JSON file. Throws StartFailure. */
export const readEmbeddingModels = (file: string | undefined): readonly EmbeddingModel[] =>
  file === undefined ? BUILT_IN : [...readModelFile(file, embeddingModel), ...BUILT_IN]

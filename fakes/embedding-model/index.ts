import { sha256, type HubFiles } from '../model-hub/index.ts'
import { onnxBytes } from './onnx-bytes.ts'

/** Words of the model, by their meaning: those of one line have the same vector. */
const MEANINGS = [
  ['roof', 'rooftop', 'dach', '屋根'],
  ['car', 'automobile', 'vehicle', 'auto'],
  ['tea', 'beverage', 'brew'],
  ['ferry', 'ferries', 'boat', 'ship'],
  ['money', 'invoice', 'payment'],
  ['dog', 'puppy', 'hund'],
] as const

const SPECIAL = ['<s>', '<pad>', '</s>', '<unk>'] as const
/** Pieces of a vocabulary of SentencePiece, with the sign of a space before the first of a word. */
const PIECES = [...SPECIAL, ...MEANINGS.flat().map((word) => `▁${word}`), '▁'] as const
/** One for each meaning, and one for all other words. */
const DIMENSIONS = MEANINGS.length + 1

const REPOSITORY = 'vee/meanings'

/** An encoder of some kilobytes that knows the words above, as a hub has it: a table of vectors, in ONNX, and its tokenizer. */
export interface MeaningsModel {
  /** for a fake hub */
  readonly hubFiles: HubFiles
  /** an entry for EMBEDDING_CATALOGUE */
  readonly entry: {
    readonly id: 'meanings'
    readonly name: string
    readonly licence: string
    readonly repository: string
    readonly revision: string
    readonly files: readonly { readonly path: string; readonly size: number; readonly sha256: string }[]
    readonly engine: { readonly model: string; readonly tokenizer: string }
    readonly prefixes: { readonly query: string; readonly passage: string }
  }
}

/** @param revision models of different revisions have different vectors */
export function meaningsModel(revision = 'one'): MeaningsModel {
  const files = { 'onnx/model.onnx': encoder(revision), 'tokenizer.json': tokenizer() }
  return {
    hubFiles: Object.fromEntries(
      Object.entries(files).map(([path, bytes]) => [`${REPOSITORY}/resolve/${revision}/${path}`, bytes]),
    ),
    entry: {
      id: 'meanings',
      name: 'Meanings',
      licence: 'MIT',
      repository: REPOSITORY,
      revision,
      files: Object.entries(files).map(([path, bytes]) => ({
        path,
        size: bytes.length,
        sha256: sha256(bytes),
      })),
      engine: { model: 'onnx/model.onnx', tokenizer: 'tokenizer.json' },
      prefixes: { query: 'query: ', passage: 'passage: ' },
    },
  }
}

const inputOf = (name: string) => ({ name, type: 'int64', dimensions: ['batch', 'sequence'] }) as const

/** Returns the vector of each piece for each token, as BERT's outputs are: `[batch, sequence, dimensions]`. */
function encoder(revision: string): Buffer {
  const scale = revision === 'one' ? 1 : -1
  const table = new Float32Array(PIECES.length * DIMENSIONS)
  for (const [index, piece] of PIECES.entries()) {
    const meaning = MEANINGS.findIndex((words) => words.some((word) => piece === `▁${word}`))
    // Special tokens and unknown words hardly count.
    if (meaning === -1) table[(index + 1) * DIMENSIONS - 1] = 0.05 * scale
    else table[index * DIMENSIONS + meaning] = scale
  }
  return onnxBytes({
    inputs: [inputOf('input_ids'), inputOf('attention_mask'), inputOf('token_type_ids')],
    outputs: [{ name: 'last_hidden_state', type: 'float', dimensions: ['batch', 'sequence', DIMENSIONS] }],
    tensors: [{ name: 'table', type: 'float', dimensions: [PIECES.length, DIMENSIONS], values: table }],
    nodes: [{ operator: 'Gather', inputs: ['table', 'input_ids'], outputs: ['last_hidden_state'] }],
  })
}

/** The form of the tokenizers of XLM-RoBERTa and multilingual E5: SentencePiece's unigram model. */
function tokenizer(): Buffer {
  const special = (index: number) => ({
    id: index,
    content: SPECIAL[index],
    single_word: false,
    lstrip: false,
    rstrip: false,
    normalized: false,
    special: true,
  })
  return Buffer.from(
    JSON.stringify({
      version: '1.0',
      truncation: null,
      padding: null,
      added_tokens: SPECIAL.map((_, index) => special(index)),
      normalizer: { type: 'Sequence', normalizers: [{ type: 'NFKC' }, { type: 'Lowercase' }] },
      pre_tokenizer: {
        type: 'Sequence',
        pretokenizers: [
          { type: 'WhitespaceSplit' },
          { type: 'Metaspace', replacement: '▁', add_prefix_space: true },
        ],
      },
      post_processor: {
        type: 'TemplateProcessing',
        single: [
          { SpecialToken: { id: '<s>', type_id: 0 } },
          { Sequence: { id: 'A', type_id: 0 } },
          { SpecialToken: { id: '</s>', type_id: 0 } },
        ],
        pair: [],
        special_tokens: {
          '<s>': { id: '<s>', ids: [0], tokens: ['<s>'] },
          '</s>': { id: '</s>', ids: [2], tokens: ['</s>'] },
        },
      },
      decoder: { type: 'Metaspace', replacement: '▁', add_prefix_space: true },
      model: {
        type: 'Unigram',
        unk_id: SPECIAL.indexOf('<unk>'),
        vocab: PIECES.map((piece, index) => [piece, index < SPECIAL.length ? 0 : -1 - index / 100]),
      },
    }),
  )
}

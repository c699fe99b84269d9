import { readFileSync } from 'node:fs'
import { Tokenizer } from '@huggingface/tokenizers'
import { env, InferenceSession, Tensor } from 'onnxruntime-web/wasm'
import type { EmbeddedText, EmbedJob } from './jobs.ts'

/** A model in memory. */
interface Encoder {
  readonly session: InferenceSession
  readonly tokenizer: Tokenizer
}

/**
 * Returns a function that runs the jobs of one process, one after the other. A model stays loaded until a job needs another one.
 * It throws for a damaged model.
 * @param runtime the runtime's WebAssembly
 */
export function createTextEmbedder(runtime: string): (job: EmbedJob) => Promise<EmbeddedText> {
  env.wasm.numThreads = 1
  let last: { readonly key: string; readonly encoder: Encoder } | undefined

  async function encoderOf(engine: EmbedJob['engine']): Promise<Encoder> {
    const key = JSON.stringify(engine)
    if (last?.key === key) return last.encoder
    last = undefined
    env.wasm.wasmBinary ??= readFileSync(runtime)
    const tokenizer = new Tokenizer(JSON.parse(readFileSync(engine.tokenizer, 'utf8')) as object, {})
    const session = await InferenceSession.create(readFileSync(engine.model), {
      executionProviders: ['wasm'],
    })
    last = { key, encoder: { session, tokenizer } }
    return last.encoder
  }

  return async ({ engine, pooling, maxTokens, text }) => {
    const { session, tokenizer } = await encoderOf(engine)
    const ids = cut(tokenizer.encode(text).ids, maxTokens)
    return { vector: normalized(pooled(await run(session, ids), pooling)), tokens: ids.length }
  }
}

/** Leaves out tokens before the last one, which ends a text. */
const cut = (ids: readonly number[], maxTokens: number): readonly number[] =>
  ids.length <= maxTokens ? ids : [...ids.slice(0, maxTokens - 1), ...ids.slice(-1)]

/** Inputs of encoders by their names: all tokens count, and belong to the first of two texts. */
const INPUTS: Readonly<Record<string, (id: number) => bigint>> = {
  input_ids: BigInt,
  attention_mask: () => 1n,
  token_type_ids: () => 0n,
}

/** Returns the vectors of all tokens, or that of the whole text. */
async function run(session: InferenceSession, ids: readonly number[]): Promise<Output> {
  const feeds = session.inputNames.map((name) => {
    const value = INPUTS[name]
    if (!value) throw new Error(`The model has an unknown input ${name}.`)
    return [name, new Tensor('int64', BigInt64Array.from(ids, value), [1, ids.length])] as const
  })
  const [name = ''] = session.outputNames
  const output = (await session.run(Object.fromEntries(feeds)))[name]
  if (!(output?.data instanceof Float32Array)) throw new Error('The model has no vectors as its output.')
  return { values: output.data, dimensions: output.dims.at(-1) ?? 0 }
}

interface Output {
  /** vectors, one after the other */
  readonly values: Float32Array
  readonly dimensions: number
}

function pooled({ values, dimensions }: Output, pooling: EmbedJob['pooling']): Float32Array {
  if (pooling === 'first') return values.slice(0, dimensions)
  const sum = new Float32Array(dimensions)
  for (const [index, value] of values.entries())
    sum[index % dimensions] = (sum[index % dimensions] ?? 0) + value
  return sum
}

/** Scales a vector to the length 1, so that a sum and a mean are the same. */
function normalized(vector: Float32Array): Float32Array {
  const length = Math.hypot(...vector)
  return vector.map((value) => value / (length || 1))
}

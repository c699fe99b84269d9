import { z } from 'zod'
import { exchangeJson } from '../wire/post.ts'
import { brokenProtocol } from '../wire/failures.ts'
import {
  assertVectors,
  type Embedder,
  type EmbedderOptions,
  type EmbeddingPurpose,
  estimatedTokens,
} from './embedding.ts'

const PROVIDER = { id: 'embedding', name: 'The endpoint of EMBEDDING_MODEL' }

const answer = z.object({
  data: z.array(z.object({ index: z.int().nonnegative().optional(), embedding: z.array(z.number()) })),
  usage: z.object({ prompt_tokens: z.int().nonnegative().optional() }).optional().catch(undefined),
})

/** Words that families of models expect before a text, as their model cards say. */
const PREFIXES: readonly (readonly [RegExp, Readonly<Record<EmbeddingPurpose, string>>])[] = [
  [/\be5\b/i, { passage: 'passage: ', query: 'query: ' }],
  [/\bnomic-embed/i, { passage: 'search_document: ', query: 'search_query: ' }],
]

/** OpenAI's `POST /embeddings`, as Ollama, LM Studio and vLLM have it too. */
export function openaiEmbedder({ model, ...target }: EmbedderOptions): Embedder['embed'] {
  const prefix = PREFIXES.find(([family]) => family.test(model))?.[1]
  return async (texts, purpose, signal) => {
    const input = texts.map((text) => (prefix?.[purpose] ?? '') + text.toWellFormed())
    const json = await exchangeJson(
      { ...target, provider: PROVIDER },
      { method: 'POST', path: '/embeddings', body: { model, input, encoding_format: 'float' } },
      signal,
    )
    const read = answer.safeParse(json)
    if (!read.success) throw brokenProtocol(PROVIDER, 'the answer has no vectors')
    const entries = read.data.data.toSorted((left, right) => (left.index ?? 0) - (right.index ?? 0))
    return {
      vectors: assertVectors(
        PROVIDER,
        entries.map(({ embedding }) => embedding),
        texts.length,
      ),
      tokens: read.data.usage?.prompt_tokens ?? estimatedTokens(input),
    }
  }
}

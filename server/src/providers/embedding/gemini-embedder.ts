import { z } from 'zod'
import { exchangeJson } from '../wire/post.ts'
import { brokenProtocol } from '../wire/failures.ts'
import { assertVectors, type Embedder, type EmbedderOptions, estimatedTokens } from './embedding.ts'

const PROVIDER = { id: 'embedding', name: 'Gemini' }

const answer = z.object({ embeddings: z.array(z.object({ values: z.array(z.number()) })) })

/** Gemini's `batchEmbedContents`, which takes whether a text is searched or searches. */
export function geminiEmbedder({ model, apiKey, ...target }: EmbedderOptions): Embedder['embed'] {
  const name = `models/${model.replace(/^models\//, '')}`
  return async (texts, purpose, signal) => {
    const taskType = purpose === 'query' ? 'RETRIEVAL_QUERY' : 'RETRIEVAL_DOCUMENT'
    const requests = texts.map((text) => ({
      model: name,
      content: { parts: [{ text: text.toWellFormed() }] },
      taskType,
    }))
    const json = await exchangeJson(
      {
        ...target,
        provider: PROVIDER,
        ...(apiKey !== undefined && { headers: { 'x-goog-api-key': apiKey } }),
      },
      { method: 'POST', path: `/${name}:batchEmbedContents`, body: { requests } },
      signal,
    )
    const read = answer.safeParse(json)
    if (!read.success) throw brokenProtocol(PROVIDER, 'the answer has no vectors')
    const vectors = assertVectors(
      PROVIDER,
      read.data.embeddings.map(({ values }) => values),
      texts.length,
    )
    return { vectors, tokens: estimatedTokens(texts) }
  }
}

import { z } from 'zod'
import { apiKey, trimmedText, variableNotes, webAddress } from '#lib/variable-types.ts'
import type { Embedder } from './embedding.ts'
import { DEFAULT_LOCAL_MODEL, type LocalEmbedding } from './local/index.ts'
import { geminiEmbedder } from './gemini-embedder.ts'
import { openaiEmbedder } from './openai-embedder.ts'

/** Time limit of a request, in ms. */
const TIME_LIMIT_MS = 30_000

/** Environment variables of the endpoint that embeds. */
export const EMBEDDING_VARIABLES = {
  EMBEDDING_MODEL: trimmedText.optional().register(variableNotes, {
    meaning:
      'Model that finds passages by their meaning, in addition to their words; its endpoint reads everything that members store and search. Unset: words alone',
    example: 'text-embedding-3-small',
  }),
  EMBEDDING_PROTOCOL: z.enum(['openai', 'gemini', 'local']).default('openai').register(variableNotes, {
    meaning:
      'Protocol of EMBEDDING_BASE_URL: OpenAI’s (also of Ollama, LM Studio, vLLM) or Gemini’s; local: a model on this server, multilingual-e5-small unless EMBEDDING_MODEL names another one, which is fetched at the start (135 MB)',
    example: 'local',
  }),
  EMBEDDING_CATALOGUE: trimmedText.optional().register(variableNotes, {
    meaning: 'JSON file that describes more models for EMBEDDING_PROTOCOL=local',
    example: '/etc/vee/embedding-models.json',
  }),
  EMBEDDING_BASE_URL: webAddress.optional().register(variableNotes, {
    meaning: 'Endpoint of EMBEDDING_MODEL; default: OpenAI or Google',
    example: 'http://127.0.0.1:11434/v1',
  }),
  EMBEDDING_API_KEY: apiKey.optional().register(variableNotes, {
    meaning: 'Key for EMBEDDING_BASE_URL, if it needs one',
    example: 'sk-…',
    secret: true,
  }),
  EMBEDDING_PRICE: z.coerce.number().nonnegative().max(1_000).default(0).register(variableNotes, {
    meaning: 'US dollars per million tokens of EMBEDDING_MODEL, for the ledger',
    example: '0.02',
  }),
}

export type EmbeddingVariables = z.output<z.ZodObject<typeof EMBEDDING_VARIABLES>>

const ADDRESSES = {
  openai: 'https://api.openai.com/v1',
  gemini: 'https://generativelanguage.googleapis.com/v1beta',
} as const

/** What chooses an embedder. */
export type EmbedderChoice = Omit<EmbeddingVariables, 'EMBEDDING_CATALOGUE'>

/** Returns the embedder that the host has set up; undefined if there is none, or this server has no such model. */
export function createEmbedder(
  { EMBEDDING_PROTOCOL: protocol, EMBEDDING_MODEL: model, ...variables }: EmbedderChoice,
  local: LocalEmbedding,
): Embedder | undefined {
  if (protocol === 'local') {
    const embedder = local.create(model ?? DEFAULT_LOCAL_MODEL)
    return embedder && { ...embedder, priceUsd: 0 }
  }
  if (model === undefined) return undefined
  const options = {
    model,
    baseUrl: (variables.EMBEDDING_BASE_URL ?? ADDRESSES[protocol]).replace(/\/$/, ''),
    apiKey: variables.EMBEDDING_API_KEY,
    timeoutMs: TIME_LIMIT_MS,
  }
  const embed = protocol === 'gemini' ? geminiEmbedder(options) : openaiEmbedder(options)
  const id = `${protocol} ${options.baseUrl} ${model}`
  return { id, model, priceUsd: variables.EMBEDDING_PRICE, embed }
}

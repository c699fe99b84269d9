import type { Preparation } from '../local-models/model-store.ts'
import { brokenProtocol, type ProviderName } from '../wire/failures.ts'

/** Whether texts are searched, or search: models place the two differently. */
export type EmbeddingPurpose = 'passage' | 'query'

interface EmbeddingResult {
  /** one for each text, of the same length */
  readonly vectors: readonly (readonly number[])[]
  /** as the endpoint counts them; estimated if it does not */
  readonly tokens: number
}

/** An endpoint that turns texts into vectors, of which those with a similar meaning are close. */
export interface Embedder {
  /** changes with the endpoint and the model: vectors of different ids cannot be compared */
  readonly id: string
  readonly model: string
  /** US dollars per million tokens */
  readonly priceUsd: number
  /** passages of one call of `embed` at most; default: `EMBEDDING_BATCH` */
  readonly batchSize?: number
  /** of a model on this server; undefined for endpoints */
  readonly download?: EmbedderDownload
  /** Throws only ProviderFailure. At most `EMBEDDING_BATCH` texts. */
  embed(texts: readonly string[], purpose: EmbeddingPurpose, signal: AbortSignal): Promise<EmbeddingResult>
}

/** What a model on this server needs first. */
export interface EmbedderDownload {
  /** Returns undefined when the model is there. Starts nothing. */
  preparation(): Preparation | undefined
  /** Starts the download, or does so again after a failure that does not go away by itself if a person asks for it. */
  start(isAskedFor: boolean): void
  /** The received part is kept. */
  stop(): void
}

/** Texts of one request. */
export const EMBEDDING_BATCH = 32

/** Longest vector that is stored: larger ones take too much room. */
const MAX_DIMENSIONS = 4_096

export interface EmbedderOptions {
  readonly model: string
  /** without a slash at the end */
  readonly baseUrl: string
  readonly apiKey: string | undefined
  readonly timeoutMs: number
}

/** Returns the vectors if there is one for each text, all of the same length. Throws ProviderFailure. */
export function assertVectors(
  provider: ProviderName,
  vectors: readonly (readonly number[])[],
  count: number,
): readonly (readonly number[])[] {
  const dimensions = vectors[0]?.length ?? 0
  const isComplete =
    vectors.length === count &&
    dimensions > 0 &&
    dimensions <= MAX_DIMENSIONS &&
    vectors.every((vector) => vector.length === dimensions && vector.every(Number.isFinite))
  if (!isComplete) throw brokenProtocol(provider, 'the answer has not one vector for each text')
  return vectors
}

/** Returns about how many tokens texts have, where an endpoint does not count them. */
export const estimatedTokens = (texts: readonly string[]): number =>
  Math.ceil(texts.reduce((sum, text) => sum + text.length, 0) / 4)

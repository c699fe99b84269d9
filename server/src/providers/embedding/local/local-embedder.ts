import { ProviderFailure } from '../../failure.ts'
import { type EngineWorker, WorkerFailure } from '../../local-models/engine-worker.ts'
import type { ModelStore } from '../../local-models/model-store.ts'
import { assertVectors, type Embedder, type EmbeddingPurpose } from '../embedding.ts'
import type { EmbeddingModel } from './embedding-models.ts'
import type { EmbeddedText, EmbedJob } from './jobs.ts'

const PROVIDER = { id: 'embedding', name: 'The model on this server' }

/** Passages that are stored at once: a server that is killed loses the work of some seconds. */
const BATCH_SIZE = 8

const KINDS = {
  busy: 'rate-limited',
  cancelled: 'cut',
  timeout: 'timeout',
  failed: 'unavailable',
  unreadable: 'broken',
  'too-long': 'broken',
} as const satisfies Record<WorkerFailure['kind'], ProviderFailure['kind']>

interface LocalEmbedderOptions {
  readonly models: ModelStore
  /** runs `workers/embedding.worker.ts` */
  readonly worker: EngineWorker
}

/**
 * Embeds on this server, one text after the other. Questions and passages take turns, so that a question waits for one passage at
 * most.
 */
export function localEmbedder(
  model: EmbeddingModel,
  { models, worker }: LocalEmbedderOptions,
): Omit<Embedder, 'priceUsd'> {
  async function embedText(
    text: string,
    purpose: EmbeddingPurpose,
    signal: AbortSignal,
  ): Promise<EmbeddedText> {
    const job: EmbedJob = {
      engine: {
        model: models.pathOf(model, model.engine.model),
        tokenizer: models.pathOf(model, model.engine.tokenizer),
      },
      pooling: model.pooling,
      maxTokens: model.maxTokens,
      text: model.prefixes[purpose] + text.toWellFormed(),
    }
    const options = { owner: purpose, signal }
    return worker.run(job, options).catch((error: unknown) => {
      // The process ended. A text that ends the next one too has another cause than chance.
      if (error instanceof WorkerFailure && error.kind === 'failed') return worker.run(job, options)
      throw error
    })
  }

  return {
    id: `local ${model.repository} ${model.revision} ${model.id}`,
    model: model.id,
    batchSize: BATCH_SIZE,
    download: {
      preparation: () => models.preparation(model),
      start: (isAskedFor) => models.prepare(model, isAskedFor),
      stop: () => models.cancel(model),
    },
    async embed(texts, purpose, signal) {
      if (models.preparation(model))
        throw failure('unavailable', `The model ${model.id} is not on this server yet.`)
      const vectors: (readonly number[])[] = []
      let tokens = 0
      try {
        for (const text of texts) {
          const embedded = await embedText(text, purpose, signal)
          vectors.push(Array.from(embedded.vector))
          tokens += embedded.tokens
        }
      } catch (error) {
        if (error instanceof WorkerFailure) throw failure(KINDS[error.kind], error.message, error)
        throw error
      }
      return { vectors: assertVectors(PROVIDER, vectors, texts.length), tokens }
    },
  }
}

const failure = (kind: ProviderFailure['kind'], message: string, cause?: unknown) =>
  new ProviderFailure({ kind, provider: PROVIDER.id, message, cause })

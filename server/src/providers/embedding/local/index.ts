import { join } from 'node:path'
import { createEngineWorker } from '../../local-models/engine-worker.ts'
import { createModelStore } from '../../local-models/model-store.ts'
import type { Embedder } from '../embedding.ts'
import { type EmbeddingModel, readEmbeddingModels } from './embedding-models.ts'
import { localEmbedder } from './local-embedder.ts'

export const DEFAULT_LOCAL_MODEL = 'multilingual-e5-small'

/** Time limit of one text with the loading of the model, in ms. */
const TIME_LIMIT_MS = 60_000
/** Idle time after which the process ends and frees its memory, in ms. */
const IDLE_MS = 10 * 60_000
/** Texts that wait at most. */
const MAX_WAITING = 64

interface LocalEmbeddingOptions {
  /** JSON file with more models */
  readonly catalogue: string | undefined
  readonly dataDir: string
  /** address of the hub, without a slash at the end */
  readonly hub: string
  /** `workers/embedding.worker.ts` */
  readonly workerProgram: URL
}

/** Models that embed on this server. */
export interface LocalEmbedding {
  /** of the catalogue */
  readonly models: readonly EmbeddingModel[]
  /** Returns undefined for a model that is not in the catalogue. Starts nothing. */
  create(id: string): Omit<Embedder, 'priceUsd'> | undefined
}

export function createLocalEmbedding({
  catalogue,
  dataDir,
  hub,
  workerProgram,
}: LocalEmbeddingOptions): LocalEmbedding {
  const models = readEmbeddingModels(catalogue)
  const store = createModelStore({ directory: join(dataDir, 'models'), hub })
  const worker = createEngineWorker({
    isolation: 'process',
    program: workerProgram,
    engineThreads: 1,
    timeLimitMs: TIME_LIMIT_MS,
    idleMs: IDLE_MS,
    maxWaiting: MAX_WAITING,
  })
  return {
    models,
    create(id) {
      const model = models.find((candidate) => candidate.id === id)
      return model && localEmbedder(model, { models: store, worker })
    },
  }
}

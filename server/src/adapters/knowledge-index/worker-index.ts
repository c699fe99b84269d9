import { Worker } from 'node:worker_threads'
import type { KnowledgeIndex } from '#domain/knowledge/index.ts'
import type { KnowledgeRequest, KnowledgeResponse, KnowledgeTask } from '../../workers/knowledge.worker.ts'

/** Memory of the thread, in MB: an index of 100,000 passages with its texts. */
const MEMORY_MB = 320

type Results = {
  readonly compare: Awaited<ReturnType<KnowledgeIndex['compare']>>
  readonly add: undefined
  readonly search: Awaited<ReturnType<KnowledgeIndex['search']>>
  readonly 'vector-model': Awaited<ReturnType<KnowledgeIndex['vectorModel']>>
  readonly 'add-vectors': undefined
  readonly 'without-vector': Awaited<ReturnType<KnowledgeIndex['passagesWithoutVector']>>
  readonly 'retain-vectors': Awaited<ReturnType<KnowledgeIndex['retainVectors']>>
}

/**
 * Keeps the indexes in the memory of a thread, which the first search starts: what files and meetings say is never on the
 * disk unsealed. A thread that fails loses them; the next search reads everything again.
 */
export function createKnowledgeIndex(worker: URL): KnowledgeIndex & { close(): Promise<void> } {
  const waiting = new Map<number, PromiseWithResolvers<unknown>>()
  let thread: Worker | undefined
  let lastId = 0

  const start = (): Worker => {
    const started = new Worker(worker, { resourceLimits: { maxOldGenerationSizeMb: MEMORY_MB } })
    // The thread must not keep the process running.
    started.unref()
    started.on('message', ({ id, result }: KnowledgeResponse) => {
      waiting.get(id)?.resolve(result)
      waiting.delete(id)
    })
    started.once('error', (error) => {
      thread = undefined
      for (const { reject } of waiting.values()) reject(error)
      waiting.clear()
    })
    return started
  }

  function request<T extends KnowledgeTask>(task: T): Promise<Results[T['type']]> {
    const { promise, ...settle } = Promise.withResolvers<unknown>()
    const message: KnowledgeRequest = { id: ++lastId, task }
    waiting.set(message.id, { promise, ...settle })
    thread ??= start()
    thread.postMessage(message)
    // The thread answers each task by its type.
    return promise as Promise<Results[T['type']]>
  }

  return {
    compare: (owner, listing) => request({ type: 'compare', owner, listing }),
    add: async (owner, documents) => {
      await request({ type: 'add', owner, documents })
    },
    search: (owner, query) => request({ type: 'search', owner, query }),
    vectorModel: (owner) => request({ type: 'vector-model', owner }),
    addVectors: async (owner, model, batch) => {
      await request({ type: 'add-vectors', owner, model, batch })
    },
    passagesWithoutVector: (owner, limit) => request({ type: 'without-vector', owner, limit }),
    retainVectors: (owner) => request({ type: 'retain-vectors', owner }),
    async close() {
      await thread?.terminate()
    },
  }
}

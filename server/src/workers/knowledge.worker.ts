import { parentPort } from 'node:worker_threads'
import { documentOf } from '#domain/knowledge/stored-documents.ts'
import { HybridIndex, type HybridQuery } from '#domain/knowledge/hybrid-index.ts'
import type { KnowledgeDocument } from '@vee/contract/passages/passage'
import type { VectorBatch } from '#domain/knowledge/passage-vectors.ts'
import type { StoredDocument } from '#domain/knowledge/index.ts'

/** Passages of all owners together: about 100 MB. */
const MAX_PASSAGES = 100_000
/** Passages of one owner; what comes after them is not searched. */
const MAX_PASSAGES_PER_OWNER = 50_000

/** A separate entry point: adapters/knowledge-index starts it as a thread. */
export type KnowledgeTask =
  | { readonly type: 'compare'; readonly owner: string; readonly listing: ReadonlyMap<string, string> }
  | { readonly type: 'add'; readonly owner: string; readonly documents: readonly StoredDocument[] }
  | { readonly type: 'search'; readonly owner: string; readonly query: HybridQuery }
  | { readonly type: 'vector-model'; readonly owner: string }
  | {
      readonly type: 'add-vectors'
      readonly owner: string
      readonly model: string
      readonly batch: VectorBatch
    }
  | { readonly type: 'without-vector'; readonly owner: string; readonly limit: number }
  | { readonly type: 'retain-vectors'; readonly owner: string }

export interface KnowledgeRequest {
  readonly id: number
  readonly task: KnowledgeTask
}
export interface KnowledgeResponse {
  readonly id: number
  readonly result: unknown
}

/** The indexes by owner, the one that was used last at the end. */
const indexes = new Map<string, HybridIndex>()

function indexOf(owner: string): HybridIndex {
  const index = indexes.get(owner) ?? new HybridIndex()
  indexes.delete(owner)
  indexes.set(owner, index)
  return index
}

/** Forgets the owners who have not searched for the longest time. */
function makeRoom(): void {
  let total = [...indexes.values()].reduce((sum, { size }) => sum + size, 0)
  for (const [owner, { size }] of indexes) {
    if (total <= MAX_PASSAGES || indexes.size === 1) return
    indexes.delete(owner)
    total -= size
  }
}

function run(task: KnowledgeTask): unknown {
  const index = indexOf(task.owner)
  switch (task.type) {
    case 'compare':
      return index.compare(task.listing)
    case 'search':
      return index.search(task.query)
    case 'vector-model':
      return index.vectorModel
    case 'add-vectors':
      return index.addVectors(task.model, task.batch)
    case 'without-vector':
      return index.passagesWithoutVector(task.limit)
    case 'retain-vectors':
      return index.retainVectors()
    case 'add':
      return add(index, task.documents)
  }
}

function add(index: HybridIndex, documents: readonly StoredDocument[]): void {
  for (const document of documents) index.add(readable(document, index.size < MAX_PASSAGES_PER_OWNER))
  makeRoom()
}

/** A document that cannot be read, or for which there is no room, counts as read: each search would read it again. */
function readable(document: StoredDocument, hasRoom: boolean): KnowledgeDocument {
  const { key, stamp, kind, id, title } = document
  try {
    if (hasRoom) return documentOf(document)
  } catch {
    // Damaged rows and files are reported where they are opened.
  }
  return { key, stamp, kind, id, title, parts: [] }
}

parentPort?.on('message', ({ id, task }: KnowledgeRequest) => {
  const response: KnowledgeResponse = { id, result: run(task) }
  parentPort?.postMessage(response)
})

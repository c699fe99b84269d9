import type { PassageHit } from '@vee/contract/passages/passage-index'
import type { HybridQuery } from './hybrid-index.ts'
import type { VectorBatch } from './passage-vectors.ts'
import type { StoredDocument } from './stored-documents.ts'

/** The index of what a person may see: in memory, in a thread of its own. See adapters/knowledge-index. */
export interface KnowledgeIndex {
  /** Forgets what is not in the listing (keys with stamps). Returns the keys that it has not, or not in this version. */
  compare(owner: string, listing: ReadonlyMap<string, string>): Promise<readonly string[]>
  add(owner: string, documents: readonly StoredDocument[]): Promise<void>
  search(
    owner: string,
    query: HybridQuery,
  ): Promise<{ readonly hits: readonly PassageHit[]; readonly hasMore: boolean }>
  /** Returns the model whose vectors the index has; undefined if they were not loaded. */
  vectorModel(owner: string): Promise<string | undefined>
  /** Adds vectors; those of another model are forgotten. */
  addVectors(owner: string, model: string, batch: VectorBatch): Promise<void>
  passagesWithoutVector(
    owner: string,
    limit: number,
  ): Promise<readonly { readonly digest: string; readonly text: string }[]>
  /** Forgets vectors of passages that are gone. Returns the digests of those that are there. */
  retainVectors(owner: string): Promise<readonly string[]>
}

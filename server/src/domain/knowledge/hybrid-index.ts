import {
  type IndexedPassage,
  PassageIndex,
  type PassageQuery,
  type RankedPassages,
} from '@vee/contract/passages/passage-index'
import { digestOf, MEANING_WEIGHT, mergeRanks, PassageVectors, type VectorBatch } from './passage-vectors.ts'

export interface HybridQuery extends PassageQuery {
  /** of the question: passages of a similar meaning are found too */
  readonly vector?: readonly number[] | undefined
}

/** The passages of everything that one person may see, searched by words and, where there are vectors, by meaning. */
export class HybridIndex extends PassageIndex {
  #vectors: PassageVectors | undefined
  readonly #meaningWeight: number
  readonly #digests = new WeakMap<IndexedPassage, string>()

  /** @param meaningWeight how much a rank by meaning counts, if one by words counts 1 */
  constructor(meaningWeight = MEANING_WEIGHT) {
    super()
    this.#meaningWeight = meaningWeight
  }

  override search({ vector, ...query }: HybridQuery): ReturnType<PassageIndex['search']> {
    const vectors = this.#vectors
    if (!vector || !vectors) return super.search(query)
    const merge = (passagesByWords: RankedPassages): RankedPassages =>
      mergeRanks(
        passagesByWords.map(([index]) => index),
        vectors.rank(vector, this.#digestsOf(query)),
        this.#meaningWeight,
      )
    return super.search(query, merge)
  }

  /** the model of the vectors; undefined: they were not loaded */
  get vectorModel(): string | undefined {
    return this.#vectors?.model
  }

  /** Adds vectors; those of another model are forgotten. */
  addVectors(model: string, batch: VectorBatch): void {
    if (this.#vectors?.model !== model) this.#vectors = new PassageVectors(model)
    this.#vectors.add(batch)
  }

  /** Returns passages without a vector. */
  passagesWithoutVector(limit: number): readonly { readonly digest: string; readonly text: string }[] {
    const missing = new Map<string, string>()
    for (const [, passage] of this.passages()) {
      if (missing.size >= limit) break
      const digest = this.#digestOf(passage)
      if (this.#vectors?.has(digest) !== true) missing.set(digest, passage.text)
    }
    return [...missing].map(([digest, text]) => ({ digest, text }))
  }

  /** Forgets the vectors of passages that are gone. Returns the digests of those that are there. */
  retainVectors(): readonly string[] {
    const digests = new Set(Array.from(this.#digestsOf({}), ([, digest]) => digest))
    this.#vectors?.retain(digests)
    return [...digests]
  }

  *#digestsOf(filter: Parameters<PassageIndex['passages']>[0]): Generator<readonly [number, string]> {
    for (const [index, passage] of this.passages(filter)) yield [index, this.#digestOf(passage)]
  }

  #digestOf(passage: IndexedPassage): string {
    const earlier = this.#digests.get(passage)
    if (earlier !== undefined) return earlier
    const digest = digestOf(passage.text)
    this.#digests.set(passage, digest)
    return digest
  }
}

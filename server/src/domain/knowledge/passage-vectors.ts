import { createHash } from 'node:crypto'

/** Length of a digest of a passage, in base64: 96 bits. */
const DIGEST_LENGTH = 16
/** Largest number of a stored component. */
const SCALE = 127
/** Passages that are compared by meaning at most. */
const MAX_RANKED = 100
/** A similar passage is so many standard deviations above the average of all. */
const MIN_DEVIATIONS = 1.5
/** Passages up to which the average says nothing. */
const FEW_PASSAGES = 20

/** Vectors by the digests of their passages, one after the other in `values`. */
export interface VectorBatch {
  readonly digests: readonly string[]
  readonly dimensions: number
  readonly values: Int8Array
}

/** Identifies the text of a passage among those of one owner. */
export const digestOf = (text: string): string =>
  createHash('sha256').update(text).digest('base64').slice(0, DIGEST_LENGTH)

/** Scales vectors to whole numbers from -127 to 127: cosines stay the same to about 1 %, in a quarter of the memory. */
export function quantized(vectors: readonly (readonly number[])[]): Omit<VectorBatch, 'digests'> {
  const dimensions = vectors[0]?.length ?? 0
  const values = new Int8Array(vectors.length * dimensions)
  for (const [index, vector] of vectors.entries()) {
    const largest = vector.reduce((most, value) => Math.max(most, Math.abs(value)), 0) || 1
    for (const [position, value] of vector.entries())
      values[index * dimensions + position] = Math.round((value / largest) * SCALE)
  }
  return { dimensions, values }
}

interface PassageVector {
  readonly values: Int8Array
  readonly norm: number
}

/** The vectors of one owner's passages, of one model. */
export class PassageVectors {
  readonly model: string
  readonly #vectors = new Map<string, PassageVector>()

  constructor(model: string) {
    this.model = model
  }

  add({ digests, dimensions, values }: VectorBatch): void {
    for (const [index, digest] of digests.entries()) {
      const own = values.slice(index * dimensions, (index + 1) * dimensions)
      this.#vectors.set(digest, { values: own, norm: Math.sqrt(dot(own, own)) || 1 })
    }
  }

  has(digest: string): boolean {
    return this.#vectors.has(digest)
  }

  /** Forgets vectors of passages that are gone. */
  retain(digests: ReadonlySet<string>): void {
    for (const digest of this.#vectors.keys()) if (!digests.has(digest)) this.#vectors.delete(digest)
  }

  /**
   * Returns the passages that are closest to a query, the closest first: those that stand out among all. `passages` are the
   * candidates with their digests.
   */
  rank(
    query: readonly number[],
    passages: Iterable<readonly [index: number, digest: string]>,
  ): readonly number[] {
    const similarities: [number, number][] = []
    let sum = 0
    let squares = 0
    for (const [index, digest] of passages) {
      const vector = this.#vectors.get(digest)
      if (!vector || vector.values.length !== query.length) continue
      const similarity = dot(query, vector.values) / vector.norm
      sum += similarity
      squares += similarity * similarity
      similarities.push([index, similarity])
    }
    const count = similarities.length
    const mean = sum / Math.max(1, count)
    const deviation = Math.sqrt(Math.max(0, squares / Math.max(1, count) - mean * mean))
    const least = count < FEW_PASSAGES ? mean : mean + MIN_DEVIATIONS * deviation
    return similarities
      .filter(([, similarity]) => similarity > 0 && similarity >= least)
      .toSorted(([, left], [, right]) => right - left)
      .slice(0, MAX_RANKED)
      .map(([index]) => index)
  }
}

function dot(left: ArrayLike<number>, right: ArrayLike<number>): number {
  let sum = 0
  for (let index = 0; index < left.length; index += 1) sum += (left[index] ?? 0) * (right[index] ?? 0)
  return sum
}

/** Makes ranks of several lists comparable (Cormack, Clarke and Büttcher, 2009). */
const RANK_OFFSET = 60

/** Weights of the ranks by words and by meaning: a name or a figure that is there counts more than a resemblance. */
const WORDS_WEIGHT = 1
export const MEANING_WEIGHT = 0.6

/** Merges what has the words with what has the meaning, each with the best first, by the sums of reciprocal ranks. */
export function mergeRanks(
  byWords: readonly number[],
  byMeaning: readonly number[],
  meaningWeight: number,
): readonly (readonly [number, number])[] {
  const scores = new Map<number, number>()
  const addRanks = (indexes: readonly number[], weight: number) => {
    for (const [rank, index] of indexes.entries())
      scores.set(index, (scores.get(index) ?? 0) + weight / (RANK_OFFSET + rank + 1))
  }
  addRanks(byWords, WORDS_WEIGHT)
  addRanks(byMeaning, meaningWeight)
  return [...scores].toSorted(([, left], [, right]) => right - left)
}

import { BACKGROUND_MEAN } from './background-mean.ts'

/** A word as its speaker said it, for comparison with the microphone's embeddings. */
export interface TaughtWord {
  /** as it is listed among the wake words, or as the agent's name */
  readonly word: string
  /** the word's embeddings per take, normalized, one after the other */
  readonly takes: readonly (readonly Float32Array[])[]
  /** distances up to this are the word */
  readonly threshold: number
}

/** Where a word ends in the stream, in embeddings. */
export interface WordMatch {
  readonly word: string
  /** embeddings from the word's start to now */
  readonly length: number
}

/** An embedding whose window ends this long after the onset contains enough of the word to describe it, ms. */
const FIRST_AFTER_ONSET_MS = 240
/** The last embedding ends this long after the word: its last sound is soft. */
const LAST_AFTER_END_MS = 80
/** Speech may be slower or faster than it was taught by this factor. */
const STRETCH = { least: 0.6, most: 1.6 }
/** Two of the takes must fit, so that a bad one decides nothing. */
const FITTING_TAKES = 2
/** A fitting word may fit better one or two embeddings later, or be the start of another word. */
const SETTLE_EMBEDDINGS = 2
/** A word never occurs twice within this, in embeddings (80 ms). */
const COOLDOWN_EMBEDDINGS = 12
const NEVER = Number.POSITIVE_INFINITY

/** Returns the embedding relative to the mean of speech, at length 1, so that a product is the cosine. */
export function normalized(embedding: Float32Array, mean: readonly number[] = BACKGROUND_MEAN): Float32Array {
  const centered = embedding.map((value, index) => value - (mean[index] ?? 0))
  const length = Math.hypot(...centered) || 1
  return centered.map((value) => value / length)
}

/**
 * Returns the embeddings that describe a word in a recording.
 * @param ends when the windows of the embeddings end, ms
 */
export function wordIn(
  embeddings: readonly Float32Array[],
  ends: (index: number) => number,
  { onset, end }: { readonly onset: number; readonly end: number },
): readonly Float32Array[] {
  return embeddings.filter((_, index) => {
    const endMs = ends(index)
    return endMs >= onset + FIRST_AFTER_ONSET_MS && endMs <= end + LAST_AFTER_END_MS
  })
}

/**
 * Dynamic time warping of one take against a stream: after each embedding the distance of the best alignment that
 * ends there, 0 (same) to 2, for any start.
 */
export class TemplateAligner {
  readonly #embeddings: readonly Float32Array[]
  /** per embedding of the take: cost of the best path to it, and where in the stream it starts */
  #costs: Float64Array
  #starts: Int32Array
  #embeddingIndex = 0

  constructor(embeddings: readonly Float32Array[]) {
    this.#embeddings = embeddings
    this.#costs = new Float64Array(embeddings.length).fill(NEVER)
    this.#starts = new Int32Array(embeddings.length)
  }

  /** Expects a normalized embedding. */
  push(embedding: Float32Array): { readonly distance: number; readonly length: number } {
    const costs = new Float64Array(this.#embeddings.length)
    const starts = new Int32Array(this.#embeddings.length)
    for (const [index, wanted] of this.#embeddings.entries()) {
      const distance = 1 - dotProduct(wanted, embedding)
      // A diagonal step counts twice, so that every path to the same place has the same weight.
      const paths: readonly (readonly [cost: number, start: number])[] =
        index === 0
          ? [[2 * distance, this.#embeddingIndex]]
          : [
              [(this.#costs[index - 1] ?? NEVER) + 2 * distance, this.#starts[index - 1] ?? 0],
              [(this.#costs[index] ?? NEVER) + distance, this.#starts[index] ?? 0],
              [(costs[index - 1] ?? NEVER) + distance, starts[index - 1] ?? 0],
            ]
      const [cost, start] = paths.reduce((best, path) => (path[0] < best[0] ? path : best))
      costs[index] = cost
      starts[index] = start
    }
    this.#costs = costs
    this.#starts = starts
    this.#embeddingIndex += 1
    const count = this.#embeddings.length
    const length = this.#embeddingIndex - (starts[count - 1] ?? 0)
    const isPlausible = length >= STRETCH.least * count && length <= STRETCH.most * count + 1
    return { distance: isPlausible ? (costs[count - 1] ?? NEVER) / (count + length) : NEVER, length }
  }
}

/** Returns the distance of a word after each embedding: the mean of its two best takes. */
export class WordAligner {
  readonly #aligners: readonly TemplateAligner[]

  constructor(takes: TaughtWord['takes']) {
    this.#aligners = takes.map((embeddings) => new TemplateAligner(embeddings))
  }

  push(embedding: Float32Array): { readonly distance: number; readonly length: number } {
    const nearest = this.#aligners
      .map((aligner) => aligner.push(embedding))
      .toSorted((a, b) => a.distance - b.distance)
      .slice(0, FITTING_TAKES)
    const distance = nearest.reduce((sum, alignment) => sum + alignment.distance, 0) / nearest.length
    return { distance, length: nearest[0]?.length ?? 0 }
  }
}

interface Candidate extends WordMatch {
  readonly ratio: number
  readonly at: number
}

/** Finds taught words in a stream of embeddings. */
export class WordMatcher {
  readonly #words: readonly (Pick<TaughtWord, 'word' | 'threshold'> & { readonly aligner: WordAligner })[]
  #candidate: Candidate | undefined
  #embeddingIndex = 0
  #cooldownUntil = 0

  constructor(words: readonly TaughtWord[]) {
    this.#words = words.map(({ word, threshold, takes }) => ({
      word,
      threshold,
      aligner: new WordAligner(takes),
    }))
  }

  /** Expects a normalized embedding. Returns the word that ended a moment ago. */
  push(embedding: Float32Array): WordMatch | undefined {
    this.#embeddingIndex += 1
    for (const { word, threshold, aligner } of this.#words) {
      const { distance, length } = aligner.push(embedding)
      const ratio = distance / threshold
      if (ratio > 1 || this.#embeddingIndex < this.#cooldownUntil) continue
      if (!this.#candidate || ratio < this.#candidate.ratio)
        this.#candidate = { word, length, ratio, at: this.#embeddingIndex }
    }
    const candidate = this.#candidate
    if (!candidate || this.#embeddingIndex - candidate.at < SETTLE_EMBEDDINGS) return undefined
    this.#candidate = undefined
    this.#cooldownUntil = this.#embeddingIndex + COOLDOWN_EMBEDDINGS
    return { word: candidate.word, length: candidate.length + this.#embeddingIndex - candidate.at }
  }
}

/** Returns the smallest distance of a word to any place of a stream. */
export function leastDistance(takes: TaughtWord['takes'], stream: readonly Float32Array[]): number {
  const aligner = new WordAligner(takes)
  return stream.reduce((least, embedding) => Math.min(least, aligner.push(embedding).distance), NEVER)
}

function dotProduct(a: Float32Array, b: Float32Array): number {
  let sum = 0
  for (let index = 0; index < a.length; index += 1) sum += (a[index] ?? 0) * (b[index] ?? 0)
  return sum
}

import { digestOf, type VectorBatch } from './passage-vectors.ts'

const DIGEST_LENGTH = digestOf('').length

/** Encrypts short texts; see adapters/sealed-text.ts. */
export interface VectorSeal {
  seal(text: string): string
  open(sealed: string): string | undefined
}

/** Returns batches as the sealed columns of rows: one for each length of vectors, which is the same within a model. */
export function sealVectors(
  seal: VectorSeal,
  batches: readonly VectorBatch[],
): readonly { readonly vectors: string; readonly count: number }[] {
  const byDimensions = Map.groupBy(batches, ({ dimensions }) => dimensions)
  return [...byDimensions].map(([dimensions, same]) => {
    const digests = same.flatMap((batch) => batch.digests)
    const values = Buffer.concat(
      same.map((batch) => Buffer.from(batch.values.buffer, batch.values.byteOffset, batch.values.byteLength)),
    )
    const vectors = seal.seal(`${dimensions} ${digests.join('')} ${values.toString('base64')}`)
    return { vectors, count: digests.length }
  })
}

/** Returns undefined for what was sealed with another key. */
export function openVectors(seal: VectorSeal, sealed: string): VectorBatch | undefined {
  const [dimensions = '', digests = '', values = ''] = seal.open(sealed)?.split(' ') ?? []
  if (values === '') return undefined
  return {
    dimensions: Number(dimensions),
    digests: Array.from({ length: digests.length / DIGEST_LENGTH }, (_, index) =>
      digests.slice(index * DIGEST_LENGTH, (index + 1) * DIGEST_LENGTH),
    ),
    values: new Int8Array(Buffer.from(values, 'base64')),
  }
}

/** Returns a batch without the vectors of these passages. */
export function withoutDigests(
  { digests, dimensions, values }: VectorBatch,
  isGone: (digest: string) => boolean,
): VectorBatch {
  const kept = digests.flatMap((digest, index) => (isGone(digest) ? [] : index))
  const keptValues = new Int8Array(kept.length * dimensions)
  for (const [position, index] of kept.entries())
    keptValues.set(values.subarray(index * dimensions, (index + 1) * dimensions), position * dimensions)
  return { digests: kept.map((index) => digests[index] ?? ''), dimensions, values: keptValues }
}

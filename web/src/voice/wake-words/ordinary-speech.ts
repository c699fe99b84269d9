import { EMBEDDING_SIZE } from './speech-embedding.ts'
import { normalized } from './word-templates.ts'

/** Numbers of a normalized embedding are rarely above a half: full scale of 8 bits. */
const SCALE = 254
const LIMIT = 127

/** Returns embeddings in 8 bits per number, normalized. @param mean of the embeddings */
export function encodeSpeech(embeddings: readonly Float32Array[], mean: readonly number[]): Int8Array {
  const encoded = new Int8Array(embeddings.length * EMBEDDING_SIZE)
  for (const [index, embedding] of embeddings.entries())
    for (const [position, value] of normalized(embedding, mean).entries())
      encoded[index * EMBEDDING_SIZE + position] = Math.max(
        -LIMIT,
        Math.min(LIMIT, Math.round(value * SCALE)),
      )
  return encoded
}

/** Returns the normalized embeddings of ordinary speech in nine languages, which no wake word may resemble. */
export function decodeSpeech(encoded: Int8Array): readonly Float32Array[] {
  return Array.from({ length: encoded.length / EMBEDDING_SIZE }, (_, index) =>
    Float32Array.from(
      encoded.subarray(index * EMBEDDING_SIZE, (index + 1) * EMBEDDING_SIZE),
      (value) => value / SCALE,
    ),
  )
}

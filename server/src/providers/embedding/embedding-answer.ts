import { brokenProtocol, type ProviderName } from '../wire/failures.ts'

/** Longest vector that is stored: larger ones take too much room. */
const DIMENSIONS_MAX = 4_096

export interface EmbedderOptions {
  readonly model: string
  /** without a slash at the end */
  readonly baseUrl: string
  readonly apiKey: string | undefined
  readonly timeoutMs: number
}

/** Returns the vectors if there is one for each text, all of the same length. Throws ProviderFailure. */
export function assertVectors(
  provider: ProviderName,
  vectors: readonly (readonly number[])[],
  count: number,
): readonly (readonly number[])[] {
  const dimensions = vectors[0]?.length ?? 0
  const isComplete =
    vectors.length === count &&
    dimensions > 0 &&
    dimensions <= DIMENSIONS_MAX &&
    vectors.every((vector) => vector.length === dimensions && vector.every(Number.isFinite))
  if (!isComplete) throw brokenProtocol(provider, 'the answer has not one vector for each text')
  return vectors
}

/** Returns about how many tokens texts have, where an endpoint does not count them. */
export const estimatedTokens = (texts: readonly string[]): number =>
  Math.ceil(texts.reduce((sum, text) => sum + text.length, 0) / 4)

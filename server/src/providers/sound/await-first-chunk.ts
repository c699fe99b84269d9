import { ProviderFailure } from '../failure.ts'
import { emptyAnswer, type ProviderName } from '../wire/failures.ts'

/**
 * Waits for the first bytes, so that an error before them still fails the call, and returns a stream with all
 * chunks. `toFailure` maps errors of the source.
 */
export async function awaitFirstChunk(
  source: AsyncIterable<Uint8Array>,
  provider: ProviderName,
  toFailure: (error: unknown) => ProviderFailure,
): Promise<AsyncIterable<Uint8Array>> {
  const guarded = withFailures(source, toFailure)
  const first = await guarded.next()
  if (first.done) throw emptyAnswer(provider)
  return resumed(first.value, guarded)
}

async function* withFailures(
  source: AsyncIterable<Uint8Array>,
  toFailure: (error: unknown) => ProviderFailure,
): AsyncGenerator<Uint8Array, void, undefined> {
  try {
    for await (const chunk of source) if (chunk.length > 0) yield chunk
  } catch (error) {
    throw error instanceof ProviderFailure ? error : toFailure(error)
  }
}

async function* resumed(
  first: Uint8Array,
  rest: AsyncGenerator<Uint8Array, void, undefined>,
): AsyncGenerator<Uint8Array, void, undefined> {
  try {
    yield first
    yield* rest
  } finally {
    await rest.return()
  }
}

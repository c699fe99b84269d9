import type { ArchiveKind } from '@vee/contract/http/accounts/archive'
import type { z } from 'zod'
import type { Caller } from '../../accounts/index.ts'
import type { OpenedArchive } from './read-archive.ts'
import type { Tally } from './tally.ts'

/** The ids here of what the archive names by ids of its own, and which of them are new. */
interface RestoredIds {
  readonly ids: Map<string, string>
  /** ids in the archive of projects that were added just now */
  readonly newProjects: Set<string>
}

/** A restoration while it runs. */
export interface Restoration extends RestoredIds {
  readonly archive: OpenedArchive
  readonly caller: Caller
  readonly tally: Tally
  readonly signal: AbortSignal
}

/** Yields the entries of a small file that have the right form. */
export async function* validEntries<S extends z.ZodType>(
  kind: ArchiveKind,
  values: AsyncIterable<unknown> | Iterable<unknown>,
  schema: S,
  { tally, signal }: Pick<Restoration, 'tally' | 'signal'>,
): AsyncGenerator<z.output<S>, void, undefined> {
  for await (const value of values) {
    signal.throwIfAborted()
    const { success, data } = schema.safeParse(value)
    if (success) yield data
    else tally.refuse(kind, nameOf(value), 'invalid')
  }
}

function nameOf(value: unknown): string {
  const { title, name, text } = Object(value) as Readonly<Record<string, unknown>>
  return [title, name, text].find((candidate) => typeof candidate === 'string') ?? ''
}

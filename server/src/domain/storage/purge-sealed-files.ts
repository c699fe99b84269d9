import { DAY_MS } from '@vee/contract/time/durations'
import { databaseAge } from '#db/database-age.ts'
import type { Database } from '#db/schema.ts'

/** A sealed file without a row may belong to an upload in progress. */
const UPLOAD_MS = 60 * 60_000
/** A file without a row stays in the bin so long before it is deleted. */
const BIN_MS = 7 * DAY_MS
/** Limited by the number of parameters per query. */
const BATCH_SIZE = 500

/** Sealed files and their bin; see adapters/storage/sealed-files.ts. */
export interface PurgeableFiles {
  olderThan(time: number): Promise<readonly string[]>
  facts(file: string): Promise<{ readonly createdAt: number } | undefined>
  /** Deletes what aborted writes left; no row can name it. */
  removeAbandoned(before: number): Promise<void>
  discard(file: string, timeMs: number): Promise<void>
  restore(file: string): Promise<boolean>
  discarded(): Promise<readonly { readonly file: string; readonly discardedAt: number }[]>
  removeDiscarded(file: string): Promise<void>
}

interface PurgeOptions {
  readonly database: Database
  readonly files: PurgeableFiles
  /** returns those of the files that a row names */
  readonly knownFiles: (database: Database, files: readonly string[]) => Promise<ReadonlySet<string>>
  /** milliseconds since 1970 */
  readonly now: number
  readonly signal?: AbortSignal | undefined
}

/** Number of files by what a purge did with them. */
export interface PurgedFiles {
  /** without a row, now in the bin */
  readonly discarded: number
  /** back from the bin, because a row names them again */
  readonly restored: number
  /** after a week in the bin */
  readonly deleted: number
  /** without a row, and left where they are: the database is empty or younger than they are */
  readonly left: number
}

/**
 * Moves sealed files without a row to the bin and deletes them there after a week. A database that is empty, or younger
 * than a file, does not decide about it: it may have replaced the one that names the file, until a backup is restored.
 */
export async function purgeSealedFiles(options: PurgeOptions): Promise<PurgedFiles> {
  const { database, files, now } = options
  const { createdAt, isEmpty } = await databaseAge(database)
  const restored = await restoreNamed(options)
  await files.removeAbandoned(now - UPLOAD_MS)
  const unnamed = await withoutRow(options, await files.olderThan(now - UPLOAD_MS))
  let discarded = 0
  for (const file of isEmpty ? [] : unnamed) {
    options.signal?.throwIfAborted()
    // A file that was moved is older than its place in the store.
    const facts = await files.facts(file)
    if (!facts || facts.createdAt < createdAt) continue
    await files.discard(file, now)
    discarded += 1
  }
  const deleted = isEmpty ? 0 : await emptyBin(options)
  return { discarded, restored, deleted, left: unnamed.length - discarded }
}

async function restoreNamed(options: PurgeOptions): Promise<number> {
  const inBin = (await options.files.discarded()).map(({ file }) => file)
  const unnamed = new Set(await withoutRow(options, inBin))
  const named = inBin.filter((file) => !unnamed.has(file))
  for (const file of named) await options.files.restore(file)
  return named.length
}

/** Deletes what has been in the bin for a week; a row would have brought it back. */
async function emptyBin({ files, now }: PurgeOptions): Promise<number> {
  const old = (await files.discarded()).filter(({ discardedAt }) => discardedAt < now - BIN_MS)
  for (const { file } of old) await files.removeDiscarded(file)
  return old.length
}

async function withoutRow(
  { database, knownFiles, signal }: PurgeOptions,
  files: readonly string[],
): Promise<readonly string[]> {
  const unnamed: string[] = []
  for (let from = 0; from < files.length; from += BATCH_SIZE) {
    signal?.throwIfAborted()
    const some = files.slice(from, from + BATCH_SIZE)
    const knownNames = await knownFiles(database, some)
    unnamed.push(...some.filter((file) => !knownNames.has(file)))
  }
  return unnamed
}

import { join } from 'node:path'
import { CommandFailure } from '#db/commands/command-failure.ts'
import { StorageUnavailable } from '#domain/storage/storage-unavailable.ts'
import { type BlobStore, UnreadableFile } from '../adapters/storage/blob-store.ts'
import { createFolderStore } from '../adapters/storage/folder-store.ts'
import { openObjectStore } from '../adapters/storage/object-store.ts'
import type { ObjectStoreAccess } from '../adapters/storage/s3/s3-address.ts'
import { FILE_FOLDERS } from '../modules/storage.ts'

/** Files that are moved at a time: a store answers late, and a disk waits for it. */
const AT_ONCE = 4
/** Number of files after which the progress is printed. */
const REPORT_EVERY = 500

export const MOVE_DIRECTIONS = ['to-store', 'to-folder'] as const
export type MoveDirection = (typeof MOVE_DIRECTIONS)[number]

interface MoveFilesOptions {
  readonly dataDir: string
  readonly objectStoreAccess: ObjectStoreAccess | undefined
  /** the host's secret, from which the keys of files are derived */
  readonly secret: () => Buffer
  readonly print: (line: string) => void
}

interface Moved {
  files: number
  bytes: number
}

/**
 * Moves sealed files between the data directory and the object store, with their bin, as they are. Each is deleted after the
 * other place has it whole: a move that ends early is continued by running it again. Throws CommandFailure.
 */
export async function moveFiles(
  direction: MoveDirection,
  { dataDir, objectStoreAccess, secret, print }: MoveFilesOptions,
): Promise<void> {
  if (!objectStoreAccess)
    throw new CommandFailure('Set OBJECT_STORE_URL and the other OBJECT_STORE_ settings of the store.')
  const objectStore = openObjectStore({ access: objectStoreAccess, secret })
  const moved: Moved = { files: 0, bytes: 0 }
  const report = (facts: { readonly size: number }) => {
    moved.files += 1
    moved.bytes += facts.size
    if (moved.files % REPORT_EVERY === 0) print(`Moved ${moved.files} files …`)
  }
  try {
    await objectStore.check()
    for (const name of FILE_FOLDERS) {
      const stores = [createFolderStore(join(dataDir, name)), objectStore.folder(name)] as const
      const [from, to] = direction === 'to-store' ? stores : [stores[1], stores[0]]
      await moveBin(from, to, report)
      await eachOf(await from.olderThan(Number.MAX_SAFE_INTEGER), (file) => moveFile(from, to, file, report))
    }
    if (direction === 'to-folder') await objectStore.forgetKey()
  } catch (error) {
    if (!(error instanceof StorageUnavailable)) throw error
    throw new CommandFailure(
      `${error.reason} Moved ${moved.files} files so far; run the command again to continue.`,
    )
  } finally {
    await objectStore.close()
  }
  print(`Moved ${moved.files} files, ${(moved.bytes / 1e6).toFixed(1)} MB, ${GOALS[direction]}.`)
}

const GOALS = { 'to-store': 'to the object store', 'to-folder': 'to the data folder' } as const

/** Files in the bin are moved through their own place, where an early end leaves them to the purge. */
async function moveBin(
  from: BlobStore,
  to: BlobStore,
  report: (facts: { size: number }) => void,
): Promise<void> {
  for (const { file, discardedAt } of await from.discarded()) {
    await from.restore(file)
    await moveFile(from, to, file, report)
    await to.discard(file, discardedAt)
  }
}

async function moveFile(
  from: BlobStore,
  to: BlobStore,
  file: string,
  report: (facts: { size: number }) => void,
): Promise<void> {
  const facts = await from.facts(file)
  // Deleted meanwhile, or moved by another run.
  if (!facts) return
  if ((await to.facts(file))?.size !== facts.size) {
    const stored = await from.read(file).catch(undefinedIfUnreadable)
    if (!stored) return
    await to.write(file, stored.content, facts.createdAt)
    if ((await to.facts(file))?.size !== facts.size)
      throw new StorageUnavailable('A file arrived with another size than it has.')
  }
  await from.remove(file)
  report(facts)
}

/** What the disk does not return stays where it is; the server reports it when it is read. */
function undefinedIfUnreadable(error: unknown): undefined {
  if (error instanceof UnreadableFile) return undefined
  throw error
}

async function eachOf(files: readonly string[], work: (file: string) => Promise<void>): Promise<void> {
  const waiting = files.values()
  const run = async () => {
    for (const file of waiting) await work(file)
  }
  await Promise.all(Array.from({ length: AT_ONCE }, run))
}

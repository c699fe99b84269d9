import { createReadStream, createWriteStream } from 'node:fs'
import { mkdir, open, readdir, rename, rm, rmdir, stat, utimes } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { StorageUnavailable } from '#domain/storage/storage-unavailable.ts'
import { type BlobStore, UnreadableFile } from './blob-store.ts'

/** Name of the subfolder for files that are deleted later; no file has it. */
const BIN = 'bin'
/** Suffix of a file that is being written. */
const DRAFT = '.draft'

/** Codes of a disk or of rights under which a file does not become readable again; others pass. */
const LASTING_CODES: ReadonlySet<unknown> = new Set(['EACCES', 'EIO', 'EISDIR', 'EPERM', 'ESTALE'])

const REASONS: Readonly<Record<string, string>> = {
  EACCES: 'The data folder may not be written to by this user.',
  EPERM: 'The data folder may not be written to by this user.',
  EROFS: 'The data folder is on a read-only disk.',
  ENOSPC: 'The data folder is on a disk that is full.',
  EDQUOT: 'The data folder is on a disk that is full for this user.',
  ENOTDIR: 'A file stands where the data folder needs a folder.',
  EEXIST: 'A file stands where the data folder needs a folder.',
  EIO: 'The data folder is on a disk that fails.',
  ESTALE: 'The data folder is on a network disk that does not respond.',
}

/** Files in a folder, which is created with the first one. The time of a file is its time of modification. */
export function createFolderStore(directory: string): BlobStore {
  const pathOf = (file: string) => join(directory, file)
  const bin = join(directory, BIN)
  return {
    isLocal: true,
    async write(file, content, createdAt) {
      const draft = pathOf(`${file}${DRAFT}`)
      let isSourceBroken = false
      async function* source() {
        try {
          yield* content
        } catch (error) {
          isSourceBroken = true
          throw error
        }
      }
      try {
        await mkdir(directory, { recursive: true, mode: 0o700 })
        await pipeline(source, createWriteStream(draft, { mode: 0o600, flush: true }))
        if (createdAt !== undefined) await utimes(draft, createdAt / 1_000, createdAt / 1_000)
        await rename(draft, pathOf(file))
      } catch (error) {
        await rm(draft, { force: true }).catch(() => undefined)
        throw isSourceBroken ? error : diskFailure(error)
      }
    },
    async read(file, range) {
      const handle = await open(pathOf(file)).catch(undefinedIfMissing)
      if (!handle) return undefined
      try {
        const { size } = await handle.stat()
        const end = Math.min(size, range?.end ?? size)
        const start = range?.start ?? 0
        if (start >= end) {
          await handle.close()
          return { size, content: (async function* () {})() }
        }
        return { size, content: contentOf(createReadStream('', { fd: handle, start, end: end - 1 })) }
      } catch (error) {
        await handle.close()
        throw readFailure(error)
      }
    },
    async facts(file) {
      const stats = await stat(pathOf(file)).catch(undefinedIfMissing)
      return stats && { size: stats.size, createdAt: stats.mtimeMs }
    },
    async remove(file) {
      await rm(pathOf(file), { force: true }).catch(throwDiskFailure)
      await this.removeDiscarded(file)
    },
    async olderThan(time) {
      const old: string[] = []
      for (const name of await names(directory)) {
        if (name === BIN || name.endsWith(DRAFT)) continue
        const stats = await stat(pathOf(name)).catch(() => undefined)
        if (stats && stats.mtimeMs < time) old.push(name)
      }
      return old
    },
    async removeAbandoned(before) {
      for (const name of await names(directory)) {
        if (!name.endsWith(DRAFT)) continue
        const stats = await stat(pathOf(name)).catch(() => undefined)
        if (stats && stats.mtimeMs < before) await rm(pathOf(name), { force: true }).catch(throwDiskFailure)
      }
    },
    async discard(file, timeMs) {
      await mkdir(bin, { recursive: true, mode: 0o700 }).catch(throwDiskFailure)
      if (!(await move(pathOf(file), join(bin, file)))) return
      await utimes(join(bin, file), timeMs / 1_000, timeMs / 1_000).catch(throwDiskFailure)
    },
    restore: (file) => move(join(bin, file), pathOf(file)),
    async discarded() {
      const files: { file: string; discardedAt: number }[] = []
      for (const file of await names(bin)) {
        const facts = await stat(join(bin, file)).catch(() => undefined)
        if (facts) files.push({ file, discardedAt: facts.mtimeMs })
      }
      return files
    },
    async removeDiscarded(file) {
      await rm(join(bin, file), { force: true }).catch(throwDiskFailure)
      // Fails while the bin holds other files, or is absent.
      await rmdir(bin).catch(() => undefined)
    },
  }
}

async function* contentOf(stream: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  try {
    yield* stream
  } catch (error) {
    throw readFailure(error)
  }
}

const names = (folder: string) => readdir(folder).catch(emptyIfMissing)

/** Returns false if the file is missing: it was moved or deleted meanwhile. */
async function move(from: string, to: string): Promise<boolean> {
  try {
    await rename(from, to)
    return true
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return false
    throw diskFailure(error)
  }
}

const codeOf = (error: unknown) =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined

/** Returns a failure of the disk as StorageUnavailable, and other errors as they are. */
export function diskFailure(error: unknown): unknown {
  const code = codeOf(error)
  if (code === undefined || !(error instanceof Error && 'syscall' in error)) return error
  return new StorageUnavailable(REASONS[code] ?? `The data folder fails (${code}).`, error)
}
function throwDiskFailure(error: unknown): never {
  throw diskFailure(error)
}

const readFailure = (error: unknown) =>
  LASTING_CODES.has(codeOf(error)) ? new UnreadableFile(error) : diskFailure(error)

function undefinedIfMissing(error: unknown): undefined {
  if (codeOf(error) === 'ENOENT') return undefined
  throw readFailure(error)
}

function emptyIfMissing(error: unknown): readonly string[] {
  if (codeOf(error) === 'ENOENT') return []
  throw diskFailure(error)
}

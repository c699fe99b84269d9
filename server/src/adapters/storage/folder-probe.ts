import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { StorageUnavailable } from '#domain/storage/storage-unavailable.ts'
import { diskFailure } from './folder-store.ts'

/** Enough to detect a disk without room for a file. */
const PROBE_BYTES = 4_096

/** Writes a file and deletes it. Throws StorageUnavailable if the folder does not take it; a missing folder is created with the first file. */
export async function probeFolder(directory: string): Promise<void> {
  const probe = join(directory, `.probe-${process.pid}-files`)
  try {
    await writeFile(probe, Buffer.alloc(PROBE_BYTES), { mode: 0o600 })
    await rm(probe, { force: true })
  } catch (error) {
    const failure = diskFailure(error)
    const isMissing = error instanceof Error && 'code' in error && error.code === 'ENOENT'
    if (failure instanceof StorageUnavailable && !isMissing) throw failure
  }
}

import { mkdir, readdir, rename, rm, rmdir, stat, utimes } from 'node:fs/promises'
import { join } from 'node:path'

/** A subfolder for files that are to be deleted later. */
export interface FileBin {
  /** Moves a file into the bin; `at` is the time from which its stay counts, in milliseconds since 1970. */
  discard(file: string, at: number): Promise<void>
  /** Moves a file back to its place. Returns false if the bin does not hold it. */
  restore(file: string): Promise<boolean>
  /** Returns the files in the bin with the time at which they were moved there, in milliseconds since 1970. */
  discarded(): Promise<readonly DiscardedFile[]>
  /** Deletes a file of the bin, and the bin with its last file. */
  removeDiscarded(file: string): Promise<void>
}

interface DiscardedFile {
  readonly file: string
  readonly at: number
}

/** Name of the subfolder; no sealed file has it. */
export const BIN = 'bin'

export function createFileBin(directory: string): FileBin {
  const bin = join(directory, BIN)
  return {
    async discard(file, at) {
      await mkdir(bin, { recursive: true, mode: 0o700 })
      if (!(await move(join(directory, file), join(bin, file)))) return
      await utimes(join(bin, file), at / 1_000, at / 1_000)
    },
    restore: (file) => move(join(bin, file), join(directory, file)),
    async discarded() {
      const names = await readdir(bin).catch(() => [])
      const files: DiscardedFile[] = []
      for (const file of names) {
        const facts = await stat(join(bin, file)).catch(() => undefined)
        if (facts) files.push({ file, at: facts.mtimeMs })
      }
      return files
    },
    async removeDiscarded(file) {
      await rm(join(bin, file), { force: true })
      // Fails while the bin holds other files, or is absent.
      await rmdir(bin).catch(() => undefined)
    },
  }
}

/** Returns false if the file is missing: it was deleted meanwhile. */
async function move(from: string, to: string): Promise<boolean> {
  try {
    await rename(from, to)
    return true
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return false
    throw error
  }
}

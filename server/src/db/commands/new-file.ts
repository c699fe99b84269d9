import { closeSync, fsyncSync, openSync, rmSync } from 'node:fs'
import { CommandFailure } from './command-failure.ts'

/**
 * Creates a file with access for its owner only, calls the writer and syncs it to the disk; removes it after
 * a failure.
 */
export async function writeNewFile(file: string, write: () => Promise<void> | void): Promise<void> {
  closeSync(openNew(file))
  try {
    await write()
    const written = openSync(file, 'r')
    fsyncSync(written)
    closeSync(written)
  } catch (error) {
    rmSync(file, { force: true })
    throw error
  }
}

function openNew(file: string): number {
  try {
    return openSync(file, 'wx', 0o600)
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : ''
    const problem = code === 'EEXIST' ? 'is there already' : `cannot be made (${code})`
    throw new CommandFailure(`${file} ${problem}; choose another name.`, { cause: error })
  }
}

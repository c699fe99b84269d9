import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

/** Enough to detect a disk without space for the database's next pages. */
const PROBE_BYTES = 65_536

/**
 * Creates the data directory if it is missing, with access for its owner only, and throws if it is not
 * writable.
 */
export function prepareDataDir(directory: string): void {
  if (!existsSync(directory)) makeFolder(directory)
  const probe = join(directory, `.probe-${process.pid}`)
  try {
    writeFileSync(probe, Buffer.alloc(PROBE_BYTES), { mode: 0o600, flush: true })
  } finally {
    rmSync(probe, { force: true })
  }
}

/**
 * `mkdir -p` with access for the owner only. Node's own `recursive` never returns for file systems such as
 * /proc, in which folders cannot be created.
 */
function makeFolder(directory: string): void {
  if (!existsSync(dirname(directory))) makeFolder(dirname(directory))
  mkdirSync(directory, { mode: 0o700 })
}

import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

/** Enough to notice a disk with no room for the database's next pages. */
const PROBE_BYTES = 65_536

/** Makes sure of a data directory that can be written to. A new one is for its owner alone. */
export function prepareDataDir(directory: string): void {
  if (!existsSync(directory)) makeFolder(directory)
  const probe = join(directory, `.probe-${process.pid}`)
  try {
    writeFileSync(probe, Buffer.alloc(PROBE_BYTES), { mode: 0o600, flush: true })
  } finally {
    rmSync(probe, { force: true })
  }
}

/** `mkdir -p`, for the owner alone. Node's own `recursive` never comes back from file systems such as /proc, which take no folders. */
function makeFolder(directory: string): void {
  if (!existsSync(dirname(directory))) makeFolder(dirname(directory))
  mkdirSync(directory, { mode: 0o700 })
}

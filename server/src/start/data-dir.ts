import { existsSync, mkdirSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { StartFailure } from '#lib/start-failure.ts'

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
 * Throws if the embedded database is missing or empty beside files that only a used server has: a new one would have none
 * of its accounts, and the first to register would become its host.
 */
export function assertDatabaseIsThere(directory: string): void {
  const file = join(directory, 'vee.db')
  const size = statSync(file, { throwIfNoEntry: false })?.size
  if (size !== undefined && size > 0) return
  const used = USED.find((name) => isUsed(join(directory, name)))
  if (used === undefined) return
  throw new StartFailure(
    `${file} is ${size === undefined ? 'missing' : 'empty'}, but ${used} beside it belongs to a server with data; restore a backup of vee.db, or choose an empty DATA_DIR to begin anew.`,
  )
}

/** Made by a server with data: the key of sealed files and secrets, and their folders. */
const USED = ['seal.key', 'attachments', 'meeting-sound', 'knowledge']

function isUsed(path: string): boolean {
  const facts = statSync(path, { throwIfNoEntry: false })
  if (facts?.isDirectory() === true) return readdirSync(path).length > 0
  return facts !== undefined
}

/**
 * `mkdir -p` with access for the owner only. Node's own `recursive` never returns for file systems such as
 * /proc, in which folders cannot be created.
 */
function makeFolder(directory: string): void {
  if (!existsSync(dirname(directory))) makeFolder(dirname(directory))
  mkdirSync(directory, { mode: 0o700 })
}

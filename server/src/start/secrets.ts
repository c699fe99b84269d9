import { randomBytes } from 'node:crypto'
import { linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { z } from 'zod'
import { newPassphrase } from '#domain/accounts/index.ts'
import { StartFailure } from '#lib/start-failure.ts'

const KEY_BYTES = 32
const secrets = z.object({ globalPassphrase: z.string().min(1) })

export interface KeptSecrets {
  readonly globalPassphrase: string
  readonly file: string
  /** true on the start that created them: the only time they are shown */
  readonly isNew: boolean
}

/**
 * Returns the secrets that this server generated, and creates them if there are none; readable by their owner
 * only.
 */
export function storedSecrets(dataDir: string): KeptSecrets {
  const file = join(dataDir, 'secrets.json')
  const isNew = createOnce(file, `${JSON.stringify({ globalPassphrase: newPassphrase() }, null, 2)}\n`)
  return { ...readSecrets(file), file, isNew }
}

/**
 * Returns the key that encrypts stored secrets and recordings: the one in the settings, otherwise that in the
 * data directory, which is created on first use.
 */
export const sealKey = (configured: Buffer | undefined, dataDir: string): Buffer =>
  configured ?? storedKey(dataDir)

function storedKey(dataDir: string): Buffer {
  const file = join(dataDir, 'seal.key')
  createOnce(file, `${randomBytes(KEY_BYTES).toString('base64')}\n`)
  const key = Buffer.from(readFileSync(file, 'utf8'), 'base64')
  if (key.length === KEY_BYTES) return key
  throw new StartFailure(
    `${file} is damaged; restore it: without it recordings of meetings and stored keys cannot be read.`,
  )
}

/**
 * Writes a file atomically unless it exists: of two servers that start together one creates it, and both read
 * it.
 */
function createOnce(file: string, content: string): boolean {
  const draft = `${file}.${process.pid}`
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 })
  writeFileSync(draft, content, { mode: 0o600, flush: true })
  try {
    linkSync(draft, file)
    return true
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EEXIST') return false
    throw error
  } finally {
    rmSync(draft, { force: true })
  }
}

function readSecrets(file: string): z.output<typeof secrets> {
  try {
    return secrets.parse(JSON.parse(readFileSync(file, 'utf8')))
  } catch (error) {
    // The error's own message could quote a secret, so it is not passed on.
    if (error instanceof SyntaxError || error instanceof z.ZodError) {
      throw new StartFailure(`${file} is damaged; restore it, or delete it to get a new passphrase.`)
    }
    throw error
  }
}

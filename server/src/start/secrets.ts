import { linkSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { newPassphrase } from '#domain/accounts/index.ts'
import { StartFailure } from './start-failure.ts'

const secrets = z.object({ globalPassphrase: z.string().min(1) })

export interface KeptSecrets {
  readonly globalPassphrase: string
  readonly file: string
  /** true on the start that made them: the one time they are shown */
  readonly isNew: boolean
}

/** The secrets that this server made for itself, made now if there are none yet; readable by their owner alone. */
export function keptSecrets(dataDir: string): KeptSecrets {
  const file = join(dataDir, 'secrets.json')
  const isNew = createOnce(file, { globalPassphrase: newPassphrase() })
  return { ...readSecrets(file), file, isNew }
}

/** Writes a whole file at once unless it is there: of two servers that start together one makes it, both read it. */
function createOnce(file: string, content: z.output<typeof secrets>): boolean {
  const draft = `${file}.${process.pid}`
  writeFileSync(draft, `${JSON.stringify(content, null, 2)}\n`, { mode: 0o600, flush: true })
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
    // The error's own message could quote a secret, so it goes no further.
    if (error instanceof SyntaxError || error instanceof z.ZodError) {
      throw new StartFailure(`${file} is damaged; restore it, or delete it to get a new passphrase.`)
    }
    throw error
  }
}

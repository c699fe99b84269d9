import { spawn, type ChildProcessByStdio } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import type { Readable } from 'node:stream'
import { build } from '../scripts/build-steps.ts'
import { ROOT } from '../scripts/process.ts'

const PORT = '3911'
/** Matches the server's output when it is ready. */
const READY = /^Vee is ready at /

/** The settings that connect a model; emptied, only the built-in responder is left. */
const VENDORS = {
  OPENAI_API_KEY: '',
  ANTHROPIC_API_KEY: '',
  GEMINI_API_KEY: '',
  OPENROUTER_API_KEY: '',
  LOCAL_PROVIDERS: 'off',
}

interface ServerOptions {
  /** only the built-in responder is available */
  readonly isBuiltInOnly: boolean
  /** take the place of those of the environment */
  readonly settings?: Readonly<Record<string, string>>
}

/**
 * Starts the built server with the caller's environment, in a temporary data folder that is deleted at the
 * end.
 */
export async function startServer({ isBuiltInOnly, settings = {} }: ServerOptions) {
  await build()
  const dataDir = await mkdtemp(join(tmpdir(), 'vee-evals-'))
  const passphrase = randomBytes(16).toString('hex')
  const own = {
    PORT,
    HOST: '127.0.0.1',
    DATA_DIR: dataDir,
    DATABASE_URL: '',
    REDIS_URL: '',
    GLOBAL_PASSPHRASE: passphrase,
    GLOBAL_REQUESTS_PER_HOUR: '1000000',
    LOG_LEVEL: 'silent',
    ...(isBuiltInOnly && VENDORS),
    ...settings,
  }
  const child = spawn(process.execPath, [join(ROOT, 'server/dist/main.js')], {
    cwd: ROOT,
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, ...own },
  })
  const stop = async () => {
    child.kill()
    await rm(dataDir, { recursive: true, force: true })
  }
  try {
    await ready(child)
  } catch (error) {
    await stop()
    throw error
  }
  const url = `http://127.0.0.1:${PORT}`
  return {
    url,
    async signIn(): Promise<string> {
      const response = await fetch(`${url}/api/auth/global`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ password: passphrase }),
      })
      return ((await response.json()) as { token: string }).token
    },
    stop,
  }
}

/** Resolves when the server is ready; rejects if it exits before. */
function ready(child: ChildProcessByStdio<null, Readable, null>): Promise<void> {
  const said = new Promise<void>((resolve) => {
    createInterface(child.stdout).on('line', (line) => READY.test(line) && resolve())
  })
  const ended = once(child, 'exit').then(([code]) => {
    throw new Error(`the server ended with ${String(code)} before it was ready`)
  })
  return Promise.race([said, ended])
}

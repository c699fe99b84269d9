import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { build } from '../scripts/build-steps.ts'
import { ROOT } from '../scripts/process.ts'

const PORT = '3911'

/** The built server with the caller's own environment, in a data folder of its own that is gone at the end. */
export async function startServer() {
  await build()
  const dataDir = await mkdtemp(join(tmpdir(), 'vee-evals-'))
  const passphrase = randomBytes(16).toString('hex')
  const own = { PORT, DATA_DIR: dataDir, GLOBAL_PASSPHRASE: passphrase, LOG_LEVEL: 'silent' }
  const child = spawn(process.execPath, [join(ROOT, 'server/dist/main.js')], {
    cwd: ROOT,
    stdio: ['ignore', 'ignore', 'inherit'],
    env: { ...process.env, ...own, GLOBAL_REQUESTS_PER_HOUR: '1000000' },
  })
  const url = `http://127.0.0.1:${PORT}`
  while (!(await fetch(`${url}/api/ready`).catch(() => undefined))?.ok) {
    if (child.exitCode !== null) throw new Error('the server did not start')
    await new Promise((resolve) => {
      setTimeout(resolve, 50)
    })
  }
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
    async stop(): Promise<void> {
      child.kill()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}

import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { build } from './build-steps.ts'
import { ROOT, SERVER_ENVIRONMENT } from './process.ts'

const args = process.argv.slice(2)
if (await build()) console.log('Built the app.')

const server = spawn(process.execPath, [join(ROOT, 'server/dist/main.js'), ...args], {
  cwd: ROOT,
  env: { ...SERVER_ENVIRONMENT, ...process.env },
  stdio: 'inherit',
})
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => server.kill(signal))
server.on('exit', (code, signal) => {
  process.exitCode = code ?? (signal === null ? 1 : 128)
})

// Starts development: one URL (Vite's, with hot reload), and a server that restarts when its sources change.
import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { createServer as createVite } from 'vite'
import { freePort, ROOT } from './process.ts'

const port = Number(process.env['PORT'] ?? 3000)
const apiPort = await freePort()
process.env['VEE_API_PORT'] = String(apiPort)

const server = spawn(
  process.execPath,
  ['--watch', '--watch-preserve-output', join(ROOT, 'server/src/main.ts')],
  {
    cwd: ROOT,
    stdio: 'inherit',
    env: {
      ...process.env,
      PORT: String(apiPort),
      PUBLIC_URL: process.env['PUBLIC_URL'] ?? `http://localhost:${port}`,
    },
  },
)
const vite = await createVite({ configFile: join(ROOT, 'web/vite.config.ts'), server: { port } })
await vite.listen()
vite.printUrls()

async function stop(): Promise<void> {
  server.kill('SIGTERM')
  await vite.close()
}
process.on('SIGINT', () => void stop())
process.on('SIGTERM', () => void stop())

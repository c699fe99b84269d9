// `npm start`, after scripts/prepare.ts: becomes the server, so that no launcher stays in memory or loses a signal.
// npm looks its `node` up again for each script, so this is the pinned one.
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'

const NODE_MAJOR = 24
/** Without it, V8 takes 40 to 80 MB more for young objects on a large machine (docs/performance.md). */
const SERVER_FLAGS = ['--max-semi-space-size=16']
const SERVER = join(import.meta.dirname, '..', 'server', 'dist', 'main.js')

if (Number(process.versions.node.split('.')[0]) < NODE_MAJOR) {
  process.stderr.write(`Vee needs Node ${NODE_MAJOR} or newer here; this is ${process.version}.\n`)
  process.exitCode = 1
} else if (!existsSync(SERVER)) {
  process.stderr.write(
    'Vee is not built yet. Run `npm run build`, or `npm start` without --ignore-scripts.\n',
  )
  process.exitCode = 1
} else {
  // The server ends with npm, which forwards two signals only. A server that a person or systemd starts by itself outlives
  // the shell that started it.
  const ofNpm = process.env.npm_lifecycle_event === 'start' ? [`--launcher=${process.ppid}`] : []
  const args = [...process.argv.slice(2), ...ofNpm]
  // glibc reads it before the first line of a program runs (docs/performance.md), so the process begins again with it.
  if (process.platform === 'linux' && process.env.MALLOC_ARENA_MAX === undefined) {
    try {
      process.execve(process.execPath, [process.execPath, ...SERVER_FLAGS, SERVER, ...args], {
        ...process.env,
        MALLOC_ARENA_MAX: '2',
      })
    } catch {
      // Where it is not allowed, the server runs here, with a few megabytes more.
    }
  }
  process.argv = [process.execPath, SERVER, ...args]
  await import(pathToFileURL(SERVER).href)
}

// Runs before anything is installed, on any installed Node (20 or newer): no dependencies, no TypeScript.
import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

export const ROOT = join(import.meta.dirname ?? new URL('.', import.meta.url).pathname, '..')
const LOCKFILE = join(ROOT, 'package-lock.json')
const MODULES = join(ROOT, 'node_modules')
const STAMP = join(MODULES, '.vee-installed')
const NODE_MAJOR = 24

/**
 * Installs the versions in the lockfile, unless they are installed already. `npm ci` would be stricter, but
 * fails if a registry lacks an optional package of another platform, as mirrors do; with --no-save, an
 * install uses the lockfile as well.
 */
export async function ensureInstalled() {
  const wanted = createHash('sha256').update(readFileSync(LOCKFILE)).digest('hex')
  if (existsSync(STAMP) && readFileSync(STAMP, 'utf8') === wanted) return
  console.log('Installing packages (once)…')
  const npm = process.platform === 'win32' ? 'npm.cmd' : 'npm'
  const { code, signal, error } = await ended(
    spawn(npm, ['install', '--no-save', '--no-audit', '--no-fund', '--loglevel=error'], {
      cwd: ROOT,
      stdio: 'inherit',
      // NODE_ENV=production would omit the tools that build the app.
      env: { ...process.env, NODE_ENV: 'development' },
      shell: process.platform === 'win32',
    }),
  )
  if (signal) endBy(signal)
  if (code !== 0) {
    console.error(
      `The packages could not be installed${error ? ` (${error.message})` : ''}. Is the npm registry reachable?`,
    )
    process.exit(1)
  }
  mkdirSync(MODULES, { recursive: true })
  writeFileSync(STAMP, wanted)
}

/** Returns the Node that the project pins as a package; otherwise this one, if it is new enough. */
export function pinnedNode() {
  const pinned = join(MODULES, '.bin', process.platform === 'win32' ? 'node.cmd' : 'node')
  if (existsSync(pinned)) return pinned
  if (Number(process.versions.node.split('.')[0]) >= NODE_MAJOR) return process.execPath
  console.error(
    `Vee needs Node ${NODE_MAJOR} or newer here; this is ${process.version}. Install it from your system's packages.`,
  )
  process.exit(1)
}

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP']

/** How often a program that npm started looks whether its parent is still there, in ms. */
const PARENT_CHECK_MS = 1_000

/**
 * Forwards signals to a child process until it ends; resolves with its exit code, or the signal that ended it. Ends the
 * child as well when npm has left: npm forwards a signal to its shell only, which does not forward it.
 */
async function ended(child) {
  const forward = (signal) => child.kill(signal)
  const parent = process.ppid
  const isOfNpm = process.env.npm_lifecycle_event !== undefined
  const check = setInterval(() => {
    if (isOfNpm && process.ppid !== parent) child.kill('SIGTERM')
  }, PARENT_CHECK_MS)
  for (const signal of SIGNALS) process.on(signal, forward)
  const end = await new Promise((resolve) => {
    child.on('error', (error) => resolve({ code: 1, error }))
    child.on('exit', (code, signal) => resolve({ code, signal }))
  })
  clearInterval(check)
  for (const signal of SIGNALS) process.off(signal, forward)
  return end
}

/** Ends this process as a signal ended its child; nothing handles that signal any more. */
function endBy(signal) {
  process.kill(process.pid, signal)
  // Windows has no signals between processes.
  process.exit(1)
}

/** Runs a program of this project under the pinned Node, forwards signals, and exits with its status. */
export async function become(script, args) {
  const node = pinnedNode()
  const path = `${join(MODULES, '.bin')}${process.platform === 'win32' ? ';' : ':'}${process.env.PATH ?? ''}`
  const { code, signal, error } = await ended(
    spawn(node, [join(ROOT, script), ...args], {
      stdio: 'inherit',
      env: { ...process.env, PATH: path },
    }),
  )
  if (signal) endBy(signal)
  if (error) console.error(`${script} could not be started (${error.message}).`)
  process.exitCode = code ?? 1
}

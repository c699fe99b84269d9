import { spawn, type SpawnOptions } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:net'
import { join } from 'node:path'

export const ROOT = join(import.meta.dirname, '..')

/**
 * Environment of a server's process. glibc gives each thread an arena of its own; with two of them a fresh server
 * holds 6 MB less (mallopt(3), docs/performance.md).
 */
export const SERVER_ENVIRONMENT = { MALLOC_ARENA_MAX: '2' } as const

/**
 * Flags of a server's process, as scripts/start.mjs gives them. On a large machine V8 lets its young generation grow to
 * 128 MB; this is its own choice under the 1 GB of compose.yaml, unit and manifest.
 */
export const SERVER_FLAGS = ['--max-semi-space-size=16'] as const

/** Returns a port of the loopback that was free a moment ago. */
export async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1')
  await once(probe, 'listening')
  const address = probe.address()
  probe.close()
  await once(probe, 'close')
  if (address === null || typeof address === 'string') throw new Error('no port is free')
  return address.port
}

/** Runs a program to its end with inherited input and output; resolves with its exit code. */
export function run(command: string, args: readonly string[], options: SpawnOptions = {}): Promise<number> {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { cwd: ROOT, stdio: 'inherit', ...options })
    child.on('error', reject)
    child.on('exit', (code) => resolve(code ?? 1))
  })
}

/** Lines of a failed program that are printed again: more than a list of failed tests with their reasons has. */
const LAST_LINES = 150

/**
 * Runs a program to its end and prints its output as it comes. Resolves with the last lines of that output if the
 * program failed, else with undefined.
 */
export function failureOf(
  command: string,
  args: readonly string[],
  options: SpawnOptions = {},
): Promise<string | undefined> {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { cwd: ROOT, ...options, stdio: ['inherit', 'pipe', 'pipe'] })
    let recent: string[] = []
    for (const [from, to] of [
      [child.stdout, process.stdout],
      [child.stderr, process.stderr],
    ] as const) {
      from?.setEncoding('utf8').on('data', (part: string) => {
        to.write(part)
        recent = [...recent.slice(-LAST_LINES), ...part.split(/(?<=\n)/)]
      })
    }
    child.on('error', reject)
    child.on('close', (code) => resolve(code === 0 ? undefined : recent.slice(-LAST_LINES).join('')))
  })
}

/** Runs a program and returns its output. */
export function capture(command: string, args: readonly string[]): Promise<{ code: number; output: string }> {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { cwd: ROOT, stdio: ['ignore', 'pipe', 'pipe'] })
    const parts: Buffer[] = []
    child.stdout.on('data', (part: Buffer) => parts.push(part))
    child.stderr.on('data', (part: Buffer) => parts.push(part))
    child.on('error', reject)
    child.on('exit', (code) => resolve({ code: code ?? 1, output: Buffer.concat(parts).toString('utf8') }))
  })
}

import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { cpus } from 'node:os'
import { join } from 'node:path'
import { startVee, type Vee } from '../e2e/vee.ts'

export interface Running {
  readonly url: string
  readonly pid: number
  stop(): Promise<void>
}

/** Starts the fake vendor as a separate process, so that its work is not measured. */
export async function startUpstreamProcess(...args: readonly string[]): Promise<Running> {
  const child = spawn(process.execPath, [join(import.meta.dirname, '../fakes/upstream/main.ts'), ...args], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const [line] = (await once(child.stdout, 'data')) as [Buffer]
  return {
    url: line.toString('utf8').trim(),
    pid: child.pid ?? 0,
    stop: async () => {
      child.kill('SIGTERM')
      await once(child, 'exit')
    },
  }
}

/** Starts the built server with that vendor. */
export function startVeeBefore(upstream: Running): Promise<Vee> {
  return startVee({ OPENAI_API_KEY: 'sk-bench', OPENAI_BASE_URL: `${upstream.url}/v1` })
}

/** Returns a bearer token, so that authentication is part of the measurement. */
export async function signIn({ url, passphrase }: Vee): Promise<string> {
  const response = await fetch(`${url}/api/auth/global`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ password: passphrase }),
  })
  const { token } = (await response.json()) as { token?: string }
  if (token === undefined) throw new Error(`signing in answered ${response.status}`)
  return token
}

/**
 * Pins the main thread of a process to one of two processors, or unpins it (`taskset`, util-linux); its other
 * threads are not pinned. No-op if not supported.
 */
export function keepOnProcessor(pid: number, processor: 0 | 1 | 'any'): void {
  // `availableParallelism` counts the processors of this process, which change here.
  const last = cpus().length - 1
  if (last === 0) return
  const list = processor === 'any' ? `0-${last}` : String(processor)
  spawnSync('taskset', ['-pc', list, String(pid)])
}

const TICKS_PER_SECOND = 100

/**
 * Returns the processor time of a process so far, in ms (Linux: utime and stime of /proc/PID/stat, proc(5)).
 */
export async function processorMs(pid: number): Promise<number> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8')
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  return ((Number(fields[11]) + Number(fields[12])) / TICKS_PER_SECOND) * 1000
}

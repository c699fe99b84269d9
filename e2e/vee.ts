import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort, SERVER_ENVIRONMENT, SERVER_FLAGS } from '../scripts/process.ts'

const ROOT = join(import.meta.dirname, '..')

/** A built server as a host would run it, in a separate data folder. */
export interface Vee {
  readonly url: string
  /** of the running process */
  readonly pid: number
  readonly passphrase: string
  readonly dataDir: string
  /** returns its output so far, including the log */
  output(): string
  /** stops it like a host: running replies are stored; resolves with its exit code */
  stop(): Promise<number | null>
  /** stops it like a power cut */
  kill(): Promise<void>
  /** starts it again, on the same port and data */
  start(): Promise<void>
  close(): Promise<void>
}

async function ready(url: string, child: ChildProcess): Promise<void> {
  for (;;) {
    if (child.exitCode !== null) throw new Error(`the server ended with ${child.exitCode}`)
    const response = await fetch(`${url}/api/ready`).catch(() => undefined)
    if (response?.ok) return
    await new Promise((resolve) => {
      setTimeout(resolve, 25)
    })
  }
}

/**
 * Starts the built server with these settings; nothing of the caller's environment is passed on, but the search path that a prefix needs.
 * @param place where it listens, and the prefix of its command: for example a network namespace
 */
export async function startVee(
  settings: Readonly<Record<string, string>>,
  place: { readonly address: string; readonly prefix: readonly string[] } = {
    address: '127.0.0.1',
    prefix: [],
  },
): Promise<Vee> {
  const dataDir = await mkdtemp(join(tmpdir(), 'vee-e2e-'))
  const port = await freePort()
  const url = `http://${place.address}:${port}`
  const passphrase = 'quiet-harbour-lantern'
  let child: ChildProcess | undefined
  let output = ''

  const end = async (signal: NodeJS.Signals) => {
    if (!child || child.exitCode !== null || child.signalCode !== null) return child?.exitCode ?? null
    const ended = once(child, 'exit')
    child.kill(signal)
    await ended
    return child.exitCode
  }
  const vee: Vee = {
    url,
    get pid() {
      return child?.pid ?? 0
    },
    passphrase,
    dataDir,
    output: () => output,
    start: async () => {
      const main = join(ROOT, 'server/dist/main.js')
      const [program, ...args] = [...place.prefix, process.execPath, ...SERVER_FLAGS, main]
      child = spawn(program, args, {
        cwd: dataDir,
        stdio: ['ignore', 'pipe', 'inherit'],
        env: {
          ...SERVER_ENVIRONMENT,
          // The server finds no program of this machine: a test that needs one names its folder.
          PATH: place.prefix.length === 0 ? '' : process.env['PATH'],
          PORT: String(port),
          HOST: place.address,
          DATA_DIR: dataDir,
          GLOBAL_PASSPHRASE: passphrase,
          LOCAL_PROVIDERS: 'off',
          // Tests of a host without any vendor override this.
          LOCAL_SPEECH: 'off',
          // Scripts of vendors answer one question after the other.
          MODEL_TITLES: 'off',
          TTS_PROVIDERS: 'openai,espeak',
          LOG_LEVEL: 'silent',
          // Tests and benches exceed the daily limit of visitors.
          DEMO_REPLIES_PER_DAY: '1000000',
          GLOBAL_REQUESTS_PER_HOUR: '1000000',
          ...settings,
        },
      })
      child.stdout?.on('data', (data: Buffer) => (output += data.toString()))
      await ready(url, child)
    },
    stop: () => end('SIGTERM'),
    kill: async () => {
      await end('SIGKILL')
    },
    close: async () => {
      await end('SIGKILL')
      await rm(dataDir, { recursive: true, force: true })
    },
  }
  try {
    await vee.start()
  } catch (error) {
    await vee.close()
    throw error
  }
  return vee
}

import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { freePort, ROOT } from './process.ts'

/** Resident memory of everything that `npm start` leaves running, in MB; a launcher that stays would add 50 to 110. */
const MAX_RESIDENT_MB = 240

interface Started {
  readonly npm: ChildProcess
  readonly port: number
  readonly output: () => string
}

interface Running {
  readonly pid: number
  readonly parent: number
  readonly name: string
  readonly residentMb: number
}

const folders: string[] = []
const groups: number[] = []
afterAll(() => {
  for (const group of groups) {
    try {
      process.kill(-group, 'SIGKILL')
    } catch {
      // Ended, as it should.
    }
  }
  for (const folder of folders) rmSync(folder, { recursive: true, force: true })
})

/** Starts the app as a person does, in a process group of its own, as a terminal would. */
async function startApp(...options: string[]): Promise<Started> {
  const folder = mkdtempSync(join(tmpdir(), 'vee-start-'))
  folders.push(folder)
  const port = await freePort()
  const npm = spawn('npm', ['start', ...options], {
    cwd: ROOT,
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      PATH: process.env['PATH'],
      HOME: folder,
      DATA_DIR: folder,
      HOST: '127.0.0.1',
      PORT: String(port),
      GLOBAL_PASSPHRASE: 'p',
    },
  })
  groups.push(npm.pid ?? 0)
  let output = ''
  for (const stream of [npm.stdout, npm.stderr])
    stream.on('data', (part: Buffer) => (output += part.toString()))
  return { npm, port, output: () => output }
}

/** Returns the processes of a group, parents first. */
const running = (group: number): readonly Running[] =>
  readdirSync('/proc')
    .filter((entry) => /^\d+$/.test(entry))
    .flatMap((entry) => {
      try {
        const stat = readFileSync(`/proc/${entry}/stat`, 'latin1')
        const [state, parent, itsGroup] = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
        if (Number(itsGroup) !== group || state === 'Z') return []
        const resident = /^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${entry}/status`, 'latin1'))
        const name = readFileSync(`/proc/${entry}/cmdline`, 'latin1').replaceAll('\0', ' ').trim()
        return {
          pid: Number(entry),
          parent: Number(parent),
          name,
          residentMb: Number(resident?.[1] ?? 0) / 1024,
        }
      } catch {
        // It ended meanwhile.
        return []
      }
    })
    .toSorted((a, b) => a.pid - b.pid)

async function isFree(port: number): Promise<boolean> {
  const probe = createServer().listen(port, '127.0.0.1')
  const [event] = await Promise.race([
    once(probe, 'listening').then(() => ['listening']),
    once(probe, 'error').then(() => ['error']),
  ])
  probe.close()
  return event === 'listening'
}

/** Waits until the server says so; throws its output if it does not. */
async function ready({ output }: Started, timeout = 50_000): Promise<void> {
  const isReady = () => {
    if (!output().includes('Vee is ready')) throw new Error(`not ready:\n${output()}`)
  }
  await vi.waitFor(isReady, { timeout })
}

async function expectNothingLeft({ npm, port }: Started): Promise<void> {
  await vi.waitFor(() => expect(running(npm.pid ?? 0)).toEqual([]))
  expect(await isFree(port)).toBe(true)
}

// Processes are listed by /proc; on macOS only the shell differs, and Windows has no signals (docs/operations.md).
describe.runIf(process.platform === 'linux')('npm start', () => {
  let first: Started
  let processes: readonly Running[]
  beforeAll(async () => {
    // Builds what has changed, for the other tests too.
    first = await startApp()
    await ready(first, 280_000)
    processes = running(first.npm.pid ?? 0)
  }, 300_000)

  it('leaves npm and the server running, and no launcher', async () => {
    expect(processes.map(({ name }) => name)).toEqual([
      expect.stringMatching(/^npm start/),
      expect.stringMatching(/server\/dist\/main\.js/),
    ])
    const residentMb = processes.reduce((sum, one) => sum + one.residentMb, 0)
    expect(residentMb).toBeLessThan(MAX_RESIDENT_MB)
    // A closed terminal: the whole group receives it.
    process.kill(-(first.npm.pid ?? 0), 'SIGHUP')
    await expectNothingLeft(first)
  })

  // The server's own handling of the other signals: server/test/main.test.ts.
  it.concurrent.each([
    ['npm', 'SIGTERM'],
    ['npm', 'SIGINT'],
    ['npm', 'SIGHUP'],
    ['npm', 'SIGKILL'],
    ['the server', 'SIGHUP'],
    ['the server', 'SIGKILL'],
  ] as const)('ends as a whole when %s receives %s', async (which, signal) => {
    const app = await startApp('--ignore-scripts')
    await ready(app)
    const [npm, server] = running(app.npm.pid ?? 0)
    process.kill((which === 'npm' ? npm : server)?.pid ?? 0, signal)
    await expectNothingLeft(app)
  })

  it('passes arguments on', async () => {
    const { npm, port, output } = await startApp('--ignore-scripts', '--', '--help')
    await once(npm, 'exit')
    expect(output()).toContain('DATABASE_URL')
    expect(await isFree(port)).toBe(true)
  })
})

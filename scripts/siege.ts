/*
 * `npm run siege`: attacks the built server on loopback with requests that once stopped it, bounded in count and time, with 1 GB of
 * memory where root can make a cgroup. Fails when the server ends, or when GET /api/health waits longer than 200 ms.
 */
import { fork, spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmdirSync, rmSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { once } from 'node:events'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { ask, type Attack, attacksOn, cutDatabase } from '../bench/siege/attacks.ts'
import { costlyRequestsOn, logOnFullDisk, speechBrokenOff } from '../bench/siege/costly-requests.ts'
import { unreadAttacksOn } from '../bench/siege/unread-answers.ts'
import { lineTo } from '../bench/siege/cut-line.ts'
import { startVee, type Vee } from '../e2e/vee.ts'
import { startModelHub } from '../fakes/model-hub/index.ts'
import { wordsModel, wordsSettings } from '../fakes/speech-models/index.ts'
import { startUpstream } from '../fakes/upstream/index.ts'
import { execute, nameBeside, urlOf } from '../server/src/db/fixtures/postgres-server.ts'
import { build } from './build-steps.ts'

const MAX_STALL_MS = 200
const MAX_MEMORY_BYTES = 1024 ** 3
const TICKS_PER_SECOND = 100
const POSTGRES = process.env['TEST_POSTGRES_URL'] ?? 'postgres://postgres@127.0.0.1:5432/postgres'

/** Mount points of cgroup hierarchies, and the file that limits their memory: version 2, then version 1. */
const HIERARCHIES = [
  { root: '/sys/fs/cgroup', limit: 'memory.max' },
  { root: '/sys/fs/cgroup/memory', limit: 'memory.limit_in_bytes' },
]

/** Creates a cgroup of 1 GB; undefined where this machine does not allow it. */
function makeGroup(): string | undefined {
  for (const { root, limit } of HIERARCHIES) {
    const group = `${root}/vee-siege-${process.pid}`
    try {
      mkdirSync(group)
      // The kernel creates this file; a folder that is no cgroup does not have it.
      if (existsSync(`${group}/${limit}`)) {
        writeFileSync(`${group}/${limit}`, String(MAX_MEMORY_BYTES))
        return group
      }
      rmdirSync(group)
    } catch {
      // Try the next hierarchy, or none.
    }
  }
  return undefined
}

/** The kernel empties a cgroup a moment after its last process ended. */
async function removeGroup(group: string): Promise<void> {
  for (let tries = 0; tries < 40; tries += 1) {
    try {
      return rmdirSync(group)
    } catch {
      await delay(50)
    }
  }
  console.log(`  ${group} could not be removed`)
}

const group = makeGroup()
const prefix = group ? ['sh', '-c', `echo $$ > ${group}/cgroup.procs; exec "$@"`, 'sh'] : []
if (!group) console.log('  no cgroup can be made here: memory is not limited')

await build()

const processorMs = ({ pid }: Vee) => {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? []
  return ((Number(fields[11]) + Number(fields[12])) * 1000) / TICKS_PER_SECOND
}
const peakMb = ({ pid }: Vee) =>
  Number(/VmHWM:\s*(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? Number.NaN) / 1024

/** Runs an attack and measures the server meanwhile. Rejects if the server does not survive it. */
async function measure(vee: Vee, { run }: Attack) {
  const before = processorMs(vee)
  const probe = fork(new URL('../bench/siege/probe.ts', import.meta.url), [vee.url])
  let stall: number | undefined
  probe.on('message', (longest: number) => (stall = longest))
  const ended = once(probe, 'exit')
  await once(probe, 'spawn')
  await Promise.race([run(), ended])
  if (probe.connected) probe.send('over')
  await ended
  if (stall === undefined) throw new Error('the server has ended')
  return { cpu: processorMs(vee) - before, stall, peak: peakMb(vee) }
}

/** `npm run siege -- T01` runs only the attacks with that in their names. */
const isWanted = ({ name }: Attack) => name.includes(process.argv[2] ?? '')

const report = (error: unknown) => {
  console.log(`  ${String(error)}`)
  return undefined
}

async function besiege(vee: Vee, attacks: readonly Attack[]): Promise<void> {
  await ask(vee, 'Hello')
  for (const attack of attacks) {
    const measured = await measure(vee, attack).catch(report)
    const numbers = measured
      ? [
          measured.cpu.toFixed(0).padStart(8),
          measured.stall.toFixed(0).padStart(10),
          measured.peak.toFixed(0).padStart(13),
        ]
      : ['?'.padStart(8), '?'.padStart(10), '?'.padStart(13)]
    console.log(`  ${attack.name.padEnd(36)}${numbers.join(' ')}   ${measured ? 'yes' : 'no'}`)
    if (!measured || measured.stall > MAX_STALL_MS) process.exitCode = 1
  }
}

// A proxy on this machine simulates attackers in many networks.
const start = (settings: Readonly<Record<string, string>> = {}, output: readonly string[] = []) =>
  startVee(
    { TRUSTED_PROXIES: '127.0.0.1', ...settings },
    { address: '127.0.0.1', prefix: [...prefix, ...output] },
  )

/** Besieges a server with these settings, and stops it. */
async function besiegeWith(
  settings: Readonly<Record<string, string>>,
  attacksOf: (vee: Vee) => readonly Attack[],
  output: readonly string[] = [],
): Promise<void> {
  const vee = await start(settings, output)
  try {
    await besiege(vee, attacksOf(vee).filter(isWanted))
  } finally {
    await vee.close()
  }
}

/** Recognition and voice are of this machine, so that speech costs its processor. */
async function withSqlite(): Promise<void> {
  const hub = await startModelHub((await wordsModel()).hubFiles)
  const folder = mkdtempSync(join(tmpdir(), 'vee-siege-'))
  try {
    await besiegeWith({ ...(await wordsSettings(folder, hub.url)), TTS_PROVIDERS: 'flite' }, (vee) => [
      ...attacksOn(vee),
      ...unreadAttacksOn(vee),
      ...costlyRequestsOn(vee),
    ])
  } finally {
    await hub.close()
    rmSync(folder, { recursive: true })
  }
}

async function withVendor(): Promise<void> {
  const upstream = await startUpstream({ speech: { firstPieceAfterMs: 3_000 } })
  try {
    const vendor = { OPENAI_API_KEY: 'sk-siege', OPENAI_BASE_URL: `${upstream.url}/v1` }
    await besiegeWith(vendor, (vee) => [speechBrokenOff(vee)])
  } finally {
    await upstream.close()
  }
}

/** The log goes to a file system of 64 kB, where root can make one. */
async function withFullDisk(): Promise<void> {
  const disk = mkdtempSync(join(tmpdir(), 'vee-siege-log-'))
  const isMounted = spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=64k', 'tmpfs', disk]).status === 0
  try {
    if (!isMounted) return console.log('  T06 was skipped: no small disk can be made here')
    const output = ['sh', '-c', `exec "$@" > ${disk}/log`, 'sh']
    await besiegeWith({ LOG_LEVEL: 'info' }, (vee) => [logOnFullDisk(vee)], output)
  } finally {
    if (isMounted) spawnSync('umount', [disk])
    rmSync(disk, { recursive: true, force: true })
  }
}

async function hasPostgres(): Promise<boolean> {
  const { hostname, port } = new URL(POSTGRES)
  const socket = connect(Number(port) || 5432, hostname)
  const isThere = await once(socket, 'connect').then(
    () => true,
    () => false,
  )
  socket.destroy()
  return isThere
}

async function withPostgres(): Promise<void> {
  if (!(await hasPostgres())) return console.log('  S06 was skipped: nothing listens at TEST_POSTGRES_URL')
  const name = nameBeside('vee_siege')
  await execute(POSTGRES, `create database ${name}`)
  const { hostname, port } = new URL(POSTGRES)
  const line = await lineTo(hostname, Number(port) || 5432)
  const url = new URL(urlOf(POSTGRES, name))
  url.hostname = '127.0.0.1'
  url.port = String(line.port)
  try {
    const vee = await start({ DATABASE_URL: url.href })
    try {
      await besiege(vee, [cutDatabase(vee, line)])
    } finally {
      await vee.close()
    }
  } finally {
    await line.close()
    await execute(POSTGRES, `drop database ${name} with (force)`)
  }
}

try {
  console.log('  attack                                CPU ms   stall ms   RSS peak MB   survived')
  await withSqlite()
  await withVendor()
  await withFullDisk()
  await withPostgres()
} finally {
  if (group) await removeGroup(group)
}

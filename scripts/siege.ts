/*
 * `npm run siege`: attacks the built server on loopback with requests that once stopped it, bounded in count and time, with 1 GB of
 * memory where root can make a cgroup. Fails when the server ends, or when GET /api/health waits longer than 200 ms.
 */
import { once } from 'node:events'
import { existsSync, mkdirSync, readFileSync, rmdirSync, writeFileSync } from 'node:fs'
import { connect, type Socket } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import { startVee } from '../e2e/vee.ts'
import { build } from './build-steps.ts'

const STALL_MAX_MS = 200
const MEMORY_MAX_BYTES = 1024 ** 3
const PROBE_EVERY_MS = 20
const BODIES = 150
const TICKS_PER_SECOND = 100

/** Where the kernel has cgroups, and the file that limits their memory: version 2, then version 1. */
const HIERARCHIES = [
  { root: '/sys/fs/cgroup', limit: 'memory.max' },
  { root: '/sys/fs/cgroup/memory', limit: 'memory.limit_in_bytes' },
]

/** Makes a cgroup of 1 GB; undefined where this machine does not allow it. */
function makeGroup(): string | undefined {
  for (const { root, limit } of HIERARCHIES) {
    const group = `${root}/vee-siege-${process.pid}`
    try {
      mkdirSync(group)
      // The kernel makes this file; in a folder that is no cgroup it is not there.
      if (existsSync(`${group}/${limit}`)) {
        writeFileSync(`${group}/${limit}`, String(MEMORY_MAX_BYTES))
        return group
      }
      rmdirSync(group)
    } catch {
      // The next one, or none.
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
const vee = await startVee({ LOG_LEVEL: 'silent' }, { address: '127.0.0.1', prefix })

async function post(path: string, body: unknown): Promise<void> {
  const answer = await fetch(`${vee.url}/api${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
    signal: AbortSignal.timeout(60_000),
  })
  await answer.arrayBuffer()
}

const ask = (content: string, agentId = 'v_agent') =>
  post('/chat', { agentId, messages: [{ role: 'user', content }] })
const summarize = (meeting: object) => post('/meetings/summary', { meeting })

/** Connections that send most of a large body, and never the end. */
async function holdBodies(): Promise<void> {
  const { hostname, port } = new URL(vee.url)
  const sockets: Socket[] = []
  for (let count = 0; count < BODIES; count += 1) {
    const socket = connect(Number(port), hostname)
    socket.on('error', () => undefined)
    await once(socket, 'connect')
    socket.write(
      'POST /api/meetings/summary HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\ncontent-length: 8388608\r\n\r\n',
    )
    socket.write(Buffer.alloc(8_380_000, 'a'))
    sockets.push(socket)
  }
  await delay(2_000)
  for (const socket of sockets) socket.destroy()
}

const ATTACKS: readonly (readonly [name: string, attack: () => Promise<unknown>])[] = [
  ['S01 empty lines', () => summarize({ transcriptLines: Array.from({ length: 20_000 }, () => ({})) })],
  ['S02 line breaks', () => summarize({ transcript: ('\n.'.repeat(6_000) + 'a'.repeat(12_000)).repeat(20) })],
  ['S03 flashcards', () => ask(`Make flashcards:\na\n${' '.repeat(90_000)}x`, 'tutor_agent')],
  ['S04 quotation marks', () => ask('「'.repeat(90_000))],
  ['S05 full stops', () => ask(`http://a${'.'.repeat(90_000)}x`)],
  ['sums with digits', () => ask('What is 12345678901234567890 + 12345678901234567890 + banana?')],
  ['S09 bodies without an end', holdBodies],
]

const processorMs = () => {
  const fields = readFileSync(`/proc/${vee.pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? []
  return ((Number(fields[11]) + Number(fields[12])) * 1000) / TICKS_PER_SECOND
}
const peakMb = () =>
  Number(/VmHWM:\s*(\d+)/.exec(readFileSync(`/proc/${vee.pid}/status`, 'utf8'))?.[1] ?? Number.NaN) / 1024

/** Runs an attack and measures meanwhile. */
async function measure(attack: () => Promise<unknown>) {
  const before = processorMs()
  let stall = 0
  const over = new AbortController()
  const probing = (async () => {
    while (!over.signal.aborted) {
      const at = performance.now()
      await (await fetch(`${vee.url}/api/health`)).arrayBuffer()
      stall = Math.max(stall, performance.now() - at)
      await delay(PROBE_EVERY_MS)
    }
  })()
  await Promise.race([attack(), probing])
  over.abort()
  await probing
  return { cpu: processorMs() - before, stall, peak: peakMb() }
}

try {
  await fetch(`${vee.url}/api/health`)
  await ask('Hello')
  console.log('  attack                      CPU ms   stall ms   RSS peak MB   survived')
  for (const [name, attack] of ATTACKS) {
    const measured = await measure(attack).catch(() => undefined)
    const numbers = measured
      ? [
          measured.cpu.toFixed(0).padStart(8),
          measured.stall.toFixed(0).padStart(10),
          measured.peak.toFixed(0).padStart(13),
        ]
      : ['?'.padStart(8), '?'.padStart(10), '?'.padStart(13)]
    console.log(`  ${name.padEnd(26)}${numbers.join(' ')}   ${measured ? 'yes' : 'no'}`)
    if (!measured || measured.stall > STALL_MAX_MS) process.exitCode = 1
  }
} finally {
  await vee.close()
  if (group) await removeGroup(group)
}

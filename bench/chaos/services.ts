import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chownSync, existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { connect, createServer, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** Something that can be killed as a power cut kills it, and comes back at the same address with what it had on disk. */
export interface Service {
  readonly port: number
  kill(): Promise<void>
  start(): Promise<void>
  remove(): Promise<void>
}

export async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1')
  await once(probe, 'listening')
  const { port } = probe.address() as { port: number }
  probe.close()
  await once(probe, 'close')
  return port
}

async function listening(port: number): Promise<void> {
  for (;;) {
    const socket = connect(port, '127.0.0.1')
    const isOpen = await once(socket, 'connect').then(
      () => true,
      () => false,
    )
    socket.destroy()
    if (isOpen) return
    await pause(25)
  }
}

export const pause = (ms: number) =>
  new Promise<void>((resolve) => {
    setTimeout(resolve, ms)
  })

/** A process that listens on a port. */
async function processOn(port: number, begin: () => ChildProcess, directory: string): Promise<Service> {
  let child: ChildProcess | undefined
  const service: Service = {
    port,
    async start() {
      child = begin()
      await listening(port)
    },
    async kill() {
      if (!child || child.exitCode !== null || child.signalCode !== null) return
      const ended = once(child, 'exit')
      child.kill('SIGKILL')
      await ended
    },
    async remove() {
      await service.kill()
      rmSync(directory, { recursive: true, force: true })
    },
  }
  await service.start()
  return service
}

export async function startRedis(): Promise<Service> {
  const directory = mkdtempSync(join(tmpdir(), 'vee-chaos-redis-'))
  const port = await freePort()
  const args = ['--port', String(port), '--bind', '127.0.0.1', '--save', '', '--dir', directory]
  return processOn(port, () => spawn('redis-server', args, { stdio: 'ignore' }), directory)
}

const idOf = (flag: string) => Number(execFileSync('id', [flag, 'postgres']).toString())

/** Postgres runs as nobody's root: as the user `postgres` when we are root. */
export async function startPostgres(): Promise<Service> {
  const versions = '/usr/lib/postgresql'
  const newest = existsSync(versions)
    ? readdirSync(versions).toSorted((a, b) => Number(b) - Number(a))[0]
    : undefined
  const bin = newest === undefined ? '' : join(versions, newest, 'bin/')
  const isRoot = process.getuid?.() === 0
  const owner = isRoot ? { uid: idOf('-u'), gid: idOf('-g') } : undefined
  const directory = mkdtempSync(join(tmpdir(), 'vee-chaos-postgres-'))
  if (owner) chownSync(directory, owner.uid, owner.gid)
  const port = await freePort()
  execFileSync(`${bin}initdb`, ['-D', join(directory, 'data'), '-U', 'vee', '--auth=trust'], {
    ...owner,
    cwd: directory,
    stdio: 'ignore',
  })
  const args = ['-D', join(directory, 'data'), '-p', String(port), '-h', '127.0.0.1', '-k', directory]
  const begin = () => {
    // A killed postmaster leaves its lock; its children end by themselves when they notice.
    rmSync(join(directory, 'data/postmaster.pid'), { force: true })
    return spawn(`${bin}postgres`, args, { ...owner, cwd: directory, stdio: 'ignore' })
  }
  const service = await processOn(port, begin, directory)
  const isReady = () => {
    try {
      execFileSync(`${bin}pg_isready`, ['-h', '127.0.0.1', '-p', String(port)], { stdio: 'ignore' })
      return true
    } catch {
      return false
    }
  }
  const start = async () => {
    await service.start()
    while (!isReady()) await pause(50)
  }
  while (!isReady()) await pause(50)
  return { ...service, start }
}

/** A network between two programs, which can go dead: nothing comes through, and nobody is told. */
export interface Wire {
  readonly port: number
  goDead(): void
  comeBack(): void
  close(): void
}

export async function stretchWire(target: () => number): Promise<Wire> {
  let isDead = false
  const ends = new Set<Socket>()
  const server = createServer((near) => {
    const far = connect(target(), '127.0.0.1')
    for (const [one, other] of [
      [near, far],
      [far, near],
    ] as const) {
      ends.add(one)
      one.on('error', () => undefined)
      one.on('data', (data) => {
        if (!other.write(data)) one.pause()
      })
      one.on('drain', () => {
        if (!isDead) other.resume()
      })
      one.on('close', () => {
        ends.delete(one)
        other.destroy()
      })
      if (isDead) one.pause()
    }
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const each = (work: (socket: Socket) => void) => ends.forEach(work)
  return {
    port: (server.address() as { port: number }).port,
    goDead() {
      isDead = true
      each((socket) => socket.pause())
    },
    comeBack() {
      isDead = false
      each((socket) => socket.resume())
    },
    close() {
      each((socket) => socket.destroy())
      server.close()
    },
  }
}

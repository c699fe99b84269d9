import { type ChildProcess, execFileSync, spawn, type SpawnOptions } from 'node:child_process'
import { once } from 'node:events'
import { appendFileSync, chownSync, existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { connect, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Place } from './network-sandbox.ts'

/** A service that can be killed abruptly, and restarted at the same address with its data on disk. */
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

async function listening(address: string, port: number): Promise<void> {
  for (;;) {
    const socket = connect(port, address)
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

/** This machine itself. */
const HERE: Place = { address: '127.0.0.1', prefix: [] }

/** @param command a program and its arguments */
function spawnAt({ prefix }: Place, command: readonly string[], options: SpawnOptions): ChildProcess {
  const [program = '', ...args] = [...prefix, ...command]
  return spawn(program, args, { stdio: 'ignore', ...options })
}

/** Starts a process that listens on a port. */
async function processOn(
  { address }: Place,
  port: number,
  begin: () => ChildProcess,
  directory?: string,
): Promise<Service> {
  let child: ChildProcess | undefined
  const service: Service = {
    port,
    async start() {
      child = begin()
      await listening(address, port)
    },
    async kill() {
      if (!child || child.exitCode !== null || child.signalCode !== null) return
      const ended = once(child, 'exit')
      child.kill('SIGKILL')
      await ended
    },
    async remove() {
      await service.kill()
      if (directory !== undefined) rmSync(directory, { recursive: true, force: true })
    },
  }
  await service.start()
  return service
}

export async function startRedis(place = HERE): Promise<Service> {
  const directory = mkdtempSync(join(tmpdir(), 'vee-chaos-redis-'))
  const port = await freePort()
  const command = ['redis-server', '--port', String(port), '--bind', place.address, '--save', '', '--dir']
  // By default it accepts only local connections.
  command.push(directory, '--protected-mode', 'no')
  return processOn(place, port, () => spawnAt(place, command, {}), directory)
}

/** Starts the fake model vendor as a separate process. */
export async function startVendor(place: Place, ...args: readonly string[]): Promise<Service> {
  const port = await freePort()
  const program = join(import.meta.dirname, '../../fakes/upstream/main.ts')
  const command = [process.execPath, program, '--port', String(port), '--host', place.address, ...args]
  return processOn(place, port, () => spawnAt(place, command, {}))
}

const idOf = (flag: string) => Number(execFileSync('id', [flag, 'postgres']).toString())

/** Starts Postgres, which refuses to run as root: as the user `postgres` if we are root. */
export async function startPostgres(place = HERE): Promise<Service> {
  const versions = '/usr/lib/postgresql'
  const newest = existsSync(versions)
    ? readdirSync(versions).toSorted((a, b) => Number(b) - Number(a))[0]
    : undefined
  const bin = newest === undefined ? '' : join(versions, newest, 'bin/')
  const isRoot = process.getuid?.() === 0
  const owner = isRoot ? { uid: idOf('-u'), gid: idOf('-g') } : undefined
  const directory = mkdtempSync(join(tmpdir(), 'vee-chaos-postgres-'))
  if (owner) chownSync(directory, owner.uid, owner.gid)
  const data = join(directory, 'data')
  const port = await freePort()
  execFileSync(`${bin}initdb`, ['-D', data, '-U', 'vee', '--auth=trust'], {
    ...owner,
    cwd: directory,
    stdio: 'ignore',
  })
  appendFileSync(join(data, 'pg_hba.conf'), 'host all all samenet trust\n')
  const command = [`${bin}postgres`, '-D', data, '-p', String(port), '-h', place.address, '-k', directory]
  // Only root may enter a network namespace, so the user is changed inside it.
  const asOwner = owner ? ['setpriv', `--reuid=${owner.uid}`, `--regid=${owner.gid}`, '--clear-groups'] : []
  const begin = () => {
    // A killed postmaster leaves its lock file; its children exit when they notice.
    rmSync(join(data, 'postmaster.pid'), { force: true })
    return spawnAt(place, [...asOwner, ...command], { cwd: directory })
  }
  const service = await processOn(place, port, begin, directory)
  const isReady = () => {
    try {
      execFileSync(`${bin}pg_isready`, ['-h', place.address, '-p', String(port)], { stdio: 'ignore' })
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

/*
 * `npm run upgrade -- COMMIT`: a server of that commit (default: the previous one) and a current one with the
 * same Postgres and Redis, as in an upgrade without downtime, under load: the old one alone, both, then the
 * new one alone. No confirmed data may be lost. Both run from source, with the packages installed here.
 */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ChaosClient } from '../bench/chaos/client.ts'
import { freePort, pause, startPostgres, startRedis } from '../bench/chaos/services.ts'
import { report } from '../bench/report.ts'
import { startUpstream } from '../fakes/upstream/index.ts'
import { requirePrograms } from './browsers.ts'
import { ROOT } from './process.ts'

const commit = execFileSync('git', ['rev-parse', '--short', process.argv[2] ?? 'HEAD~1'], { cwd: ROOT })
  .toString()
  .trim()
const SAID = Array.from({ length: 15 }, (_, index) => `word${index}`).join(' ')
const TALK_MS = 4_000
const folder = mkdtempSync(join(tmpdir(), 'vee-upgrade-'))

/** Checks out the sources of that commit, with the installed packages but its own workspaces. */
function checkOut(): string {
  const sources = join(folder, 'old')
  mkdirSync(join(sources, 'node_modules/@vee'), { recursive: true })
  const archive = execFileSync(
    'git',
    ['archive', commit, 'contract', 'server', 'package.json', 'tsconfig.base.json'],
    {
      cwd: ROOT,
      maxBuffer: 1 << 30,
    },
  )
  execFileSync('tar', ['-x', '-C', sources], { input: archive })
  for (const name of readdirSync(join(ROOT, 'node_modules'))) {
    if (name !== '@vee') symlinkSync(join(ROOT, 'node_modules', name), join(sources, 'node_modules', name))
  }
  for (const name of ['contract', 'server'])
    symlinkSync(join(sources, name), join(sources, 'node_modules/@vee', name))
  return sources
}

await requirePrograms('npm run upgrade', { initdb: 'postgresql', 'redis-server': 'redis-server' })
const [postgres, redis] = [await startPostgres(), await startRedis()]
const vendor = await startUpstream({ chat: { text: SAID, piecesPerSecond: 20 } })
const running: ChildProcess[] = []

async function start(sources: string, port: number): Promise<ChildProcess> {
  const child = spawn(process.execPath, [join(sources, 'server/src/main.ts')], {
    cwd: folder,
    stdio: ['ignore', 'ignore', 'inherit'],
    env: {
      PATH: process.env['PATH'],
      PORT: String(port),
      LOCAL_PROVIDERS: 'off',
      LOG_LEVEL: 'silent',
      GLOBAL_PASSPHRASE: 'quiet-harbour-lantern',
      TRUSTED_PROXIES: '127.0.0.1',
      OPENAI_API_KEY: 'sk-upgrade',
      OPENAI_BASE_URL: `${vendor.url}/v1`,
      DATABASE_URL: `postgres://vee@127.0.0.1:${postgres.port}/postgres`,
      REDIS_URL: `redis://127.0.0.1:${redis.port}`,
    },
  })
  running.push(child)
  for (;;) {
    if (child.exitCode !== null) throw new Error(`the server of ${sources} ended with ${child.exitCode}`)
    const response = await fetch(`http://127.0.0.1:${port}/api/ready`).catch(() => undefined)
    if (response?.ok === true) return child
    await pause(50)
  }
}

const ports = [await freePort(), await freePort()] as const
const hosts = ports.map((port) => `http://127.0.0.1:${port}`)
const people = Array.from(
  { length: 4 },
  (_, index) => new ChaosClient(index % 2 === 0 ? hosts : hosts.toReversed(), `person-${index}`, SAID),
)
try {
  const old = await start(checkOut(), ports[0])
  console.log(`The server of ${commit} is alone.`)
  const early = people.filter((_, index) => index % 2 === 0)
  for (const person of early) {
    await person.signIn()
    person.begin()
  }
  await pause(TALK_MS)
  await start(ROOT, ports[1])
  console.log('The server of now has brought the schema up to date, and both take requests.')
  for (const person of people.filter((person) => !early.includes(person))) {
    await person.signIn()
    person.begin()
  }
  await pause(TALK_MS)
  old.kill('SIGTERM')
  const [code] = (await once(old, 'exit')) as [number | null]
  console.log(`The old one has gone in order (${code}).`)
  const ended = performance.now()
  await pause(TALK_MS)
  await Promise.all(people.map((person) => person.stop()))
  let lost = 0
  for (const person of people) {
    const missing = await person.missing()
    lost += missing.length
    for (const what of [...missing, ...person.wrongs]) console.log(`  ${person.conversationId}: ${what}`)
  }
  const none = { unit: '', limit: { value: 0 } } as const
  report({
    name: 'confirmed replies',
    unit: '',
    value: people.reduce((sum, { replies }) => sum + replies.size, 0),
  })
  report({ name: 'confirmed and lost, or kept twice', value: lost, ...none })
  report({
    name: 'words twice or out of place',
    value: people.reduce((sum, { wrongs }) => sum + wrongs.length, 0),
    ...none,
  })
  report({
    name: 'people who did not go on',
    value: people.filter(({ doneAt }) => doneAt < ended).length,
    ...none,
  })
} finally {
  await Promise.all(people.map((person) => person.stop()))
  for (const child of running) child.kill('SIGKILL')
  await vendor.close()
  await redis.remove()
  await postgres.remove()
  rmSync(folder, { recursive: true, force: true })
}

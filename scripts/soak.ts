/*
 * `npm run soak`: an hour of conversation with the built server, at a sustainable load: members with stored
 * conversations join and leave, others speak over the voice socket, visitors lose their connection in the
 * middle of a reply. No turn may fail, no word be lost or duplicated, and the server's memory must not grow.
 * `-- --minutes 3` for a shorter run, in which memory is reported but not asserted (a server warms up, and
 * caches replies for ten minutes); under a minute, as in the tests, only lost, duplicated or pending work is
 * asserted; `-- --servers 2` with Postgres and Redis, whose programs it requires.
 */
import { parseArgs } from 'node:util'
import { ChaosClient } from '../bench/chaos/client.ts'
import { pause, startPostgres, startRedis, type Service } from '../bench/chaos/services.ts'
import { startUpstreamProcess } from '../bench/processes.ts'
import { quantile, report } from '../bench/report.ts'
import { growthAnHour, type Reading, readMetrics } from '../bench/soak/readings.ts'
import { ReconnectingClient } from '../bench/soak/reconnecting-client.ts'
import { speakTurns, type Spoken } from '../bench/spoken-turns.ts'
import { startVee } from '../e2e/vee.ts'
import { build } from './build-steps.ts'
import { requirePrograms } from './browsers.ts'

const { values } = parseArgs({
  options: {
    minutes: { type: 'string', default: '60' },
    servers: { type: 'string', default: '1' },
    people: { type: 'string', default: '6' },
  },
})
const MINUTES = Number(values.minutes)
const PEOPLE = Number(values.people)
/** Duration of a client's visit, in ms. */
const STAY_MS = Math.min(60_000, (MINUTES * 60_000) / 4)
const READ_EVERY_MS = 5_000
/** number of readings; garbage is collected within this time */
const WINDOW = 12
/** In shorter runs, a server is still warming up. */
const JUDGED_FROM_MINUTES = 30
/** Shorter runs have no reading to report. */
const READ_FROM_MINUTES = 1
/** Idle connections of this process and of the server to its vendor, which are reused. */
const SPARE_FILES = 8
const AT_REST_WITHIN_MS = 60_000
const METRICS_TOKEN = 'soak-reads-figures'
const SAID = Array.from({ length: 15 }, (_, index) => `word${index}`).join(' ')

if (values.servers !== '1') {
  await requirePrograms('npm run soak', { initdb: 'postgresql', 'redis-server': 'redis-server' })
}
await build()
const vendor = await startUpstreamProcess(
  '--first-token-ms',
  '100',
  '--tokens-per-second',
  '20',
  '--sound-speed',
  '20',
  '--reply',
  SAID,
)
const services: Service[] = []
const shared: Record<string, string> = {}
if (values.servers !== '1') {
  const [postgres, redis] = [await startPostgres(), await startRedis()]
  services.push(postgres, redis)
  shared['DATABASE_URL'] = `postgres://vee@127.0.0.1:${postgres.port}/postgres`
  shared['REDIS_URL'] = `redis://127.0.0.1:${redis.port}`
}
const settings = {
  ...shared,
  METRICS_TOKEN,
  TRUSTED_PROXIES: '127.0.0.1',
  OPENAI_API_KEY: 'sk-soak',
  OPENAI_BASE_URL: `${vendor.url}/v1`,
}
const servers = await Promise.all(Array.from({ length: Number(values.servers) }, () => startVee(settings)))
const hosts = servers.map(({ url }) => url)
const hostOf = (index: number) => hosts[index % hosts.length] ?? ''

const begun = performance.now()
const until = begun + MINUTES * 60_000
const spoken: Spoken = { waits: [] }
const wrongs: string[] = []
let confirmed = 0
let visits = 0
let broken = 0

/** Starts one client after the other, until the time is over. */
async function place(stay: (index: number, until: number) => Promise<void>): Promise<void> {
  while (performance.now() < until) {
    visits += 1
    await stay(visits, Math.min(until, performance.now() + STAY_MS))
  }
}

async function talk(index: number, until: number): Promise<void> {
  const person = new ChaosClient([hostOf(index), hostOf(index + 1)], `person-${index}`, SAID)
  await person.signIn()
  person.begin()
  await pause(until - performance.now())
  await person.stop()
  wrongs.push(...person.wrongs, ...(await person.missing()))
  confirmed += person.replies.size
}

async function wander(index: number, until: number): Promise<void> {
  const wanderer = new ReconnectingClient(hostOf(index), String(index), SAID)
  await wanderer.wander(until)
  wrongs.push(...wanderer.wrongs)
  confirmed += wanderer.replies
}

/** Failures are reported and counted, and the next client starts. */
const counted =
  (stay: (index: number, until: number) => Promise<void>) => async (index: number, until: number) => {
    try {
      await stay(index, until)
    } catch (error) {
      broken += 1
      console.error(error)
      await pause(1_000)
    }
  }

const read = () => Promise.all(hosts.map((url) => readMetrics(url, METRICS_TOKEN, begun)))
const histories: Reading[][] = servers.map(() => [])
const turns: number[] = []

async function watch(): Promise<void> {
  for (let next = begun + READ_EVERY_MS; next < until; next += READ_EVERY_MS) {
    await pause(next - performance.now())
    for (const [index, reading] of (await read()).entries()) histories[index]?.push(reading)
    turns.push(confirmed + spoken.waits.length)
  }
}

/** Checks the idle server after all clients left: connections are closed, nothing is pending. */
async function restAfter(before: readonly Reading[]): Promise<readonly Reading[]> {
  for (const since = performance.now(); ; await pause(1_000)) {
    const now = await read()
    const isAtRest = now.every(
      ({ files, running }, index) =>
        running === 0 && (MINUTES < READ_FROM_MINUTES || files <= (before[index]?.files ?? 0) + SPARE_FILES),
    )
    if (isAtRest || performance.now() - since > AT_REST_WITHIN_MS) return now
  }
}

/** Returns the processor time per turn in a part of the run, of all servers, in ms. */
function costOfTurn(from: number, to: number): number {
  const spent = histories.reduce(
    (sum, readings) => sum + (readings[to]?.processor ?? 0) - (readings[from]?.processor ?? 0),
    0,
  )
  return (spent * 1_000) / ((turns[to] ?? 0) - (turns[from] ?? 0))
}

/** Prints the resources that the servers used, and whether they were released. */
function tellFigures(before: readonly Reading[], after: readonly Reading[]): void {
  for (const [index, readings] of histories.entries()) {
    const warm = readings.slice(Math.floor(readings.length / 4))
    const last = warm.at(-1)
    const judged = MINUTES >= JUDGED_FROM_MINUTES && { limit: { value: 0.1 } }
    console.log(`  server ${index + 1}`)
    report({ name: 'memory, resident, at the end', unit: 'MB', value: last?.residentMb ?? Number.NaN })
    const growth = (figure: (reading: Reading) => number) =>
      growthAnHour(warm, figure, Math.min(WINDOW, Math.ceil(warm.length / 4)))
    report({
      name: 'memory, resident, growth an hour',
      unit: 'of itself',
      value: growth(({ residentMb }) => residentMb),
      ...judged,
    })
    report({
      name: 'heap after collections, at the end',
      unit: 'MB',
      value: Math.min(...warm.slice(-WINDOW).map(({ heapMb }) => heapMb)),
    })
    report({
      name: 'heap after collections, growth an hour',
      unit: 'of itself',
      value: growth(({ heapMb }) => heapMb),
      ...judged,
    })
    report({
      name: 'files and sockets left open',
      unit: '',
      value: (after[index]?.files ?? 0) - (before[index]?.files ?? 0),
      limit: { value: SPARE_FILES },
    })
  }
  const quarter = Math.floor(turns.length / 4)
  report({
    name: 'processor time a turn, in the last quarter',
    unit: 'ms',
    value: costOfTurn(turns.length - 1 - quarter, turns.length - 1),
    baseline: { name: 'in the second', value: costOfTurn(quarter, 2 * quarter) },
  })
  report({ name: 'end of speech to first sound, p50', unit: 'ms', value: quantile(spoken.waits, 0.5) })
}

try {
  console.log(`${servers.length} server, ${MINUTES} minutes of talk`)
  const before = await read()
  await Promise.all([
    watch(),
    ...Array.from({ length: PEOPLE }, () => place(counted(talk))),
    ...Array.from({ length: Math.ceil(PEOPLE / 2) }, () =>
      place(counted((index, until) => speakTurns(hostOf(index), index, until, spoken))),
    ),
    ...Array.from({ length: Math.ceil(PEOPLE / 3) }, () => place(counted(wander))),
  ])
  const after = await restAfter(before)

  const none = { unit: '', limit: { value: 0 } } as const
  for (const wrong of wrongs.slice(0, 20)) console.log(`  ${wrong}`)
  report({ name: 'replies by text, whole or stopped', unit: '', value: confirmed })
  report({ name: 'spoken turns', unit: '', value: spoken.waits.length })
  report({ name: 'people who came and went', unit: '', value: visits })
  report({ name: 'lost, twice or out of place', value: wrongs.length, ...none })
  report({ name: 'people who could not go on', value: broken, ...none })
  report({
    name: 'uses left under way',
    value: after.reduce((sum, { running }) => sum + running, 0),
    ...none,
  })
  if (MINUTES >= READ_FROM_MINUTES) tellFigures(before, after)
} finally {
  for (const server of servers) await server.close()
  await vendor.stop()
  for (const service of services) await service.remove()
}

/*
 * `npm run chaos`: people talk to two servers over one Postgres and one Redis, all of them processes of this run, while one
 * part after the other is killed with SIGKILL, or the network between them goes dead, and comes back. Nothing that was
 * confirmed may be lost, no word come twice, and everybody's next reply must be whole within 5 s of the end of the cause.
 * Five rounds, one of each cause; `npm run chaos -- --rounds 100` for the long run. Needs Postgres' and Redis' programs.
 */
import { parseArgs } from 'node:util'
import { ChaosClient } from '../bench/chaos/client.ts'
import { freePort, pause, startPostgres, startRedis, stretchWire } from '../bench/chaos/services.ts'
import { quantile, report } from '../bench/report.ts'
import { startVee } from '../e2e/vee.ts'
import { startUpstream, type Upstream } from '../fakes/upstream/index.ts'
import { build } from './build-steps.ts'

const { values } = parseArgs({
  options: { rounds: { type: 'string', default: '5' }, people: { type: 'string', default: '8' } },
})
const ROUNDS = Number(values.rounds)
const RECOVERY_MS = 5_000
const SAID = Array.from({ length: 15 }, (_, index) => `word${index}`).join(' ')
/** How long a part is away. */
const AWAY_MS = 1_500
/** Long enough to see who never comes back. */
const GIVE_UP_MS = 30_000

await build()
const [postgres, redis] = [await startPostgres(), await startRedis()]
const upstreamPort = await freePort()
const startVendor = () => startUpstream({ port: upstreamPort, chat: { text: SAID, piecesPerSecond: 20 } })
let vendor: Upstream = await startVendor()
const databaseWire = await stretchWire(() => postgres.port)
const redisWire = await stretchWire(() => redis.port)
const settings = {
  DATABASE_URL: `postgres://vee@127.0.0.1:${databaseWire.port}/postgres`,
  REDIS_URL: `redis://127.0.0.1:${redisWire.port}`,
  TRUSTED_PROXIES: '127.0.0.1',
  OPENAI_API_KEY: 'sk-chaos',
  OPENAI_BASE_URL: `http://127.0.0.1:${upstreamPort}/v1`,
}
const servers = [await startVee(settings), await startVee(settings)] as const

interface Cause {
  readonly name: string
  /** resolves when the cause has ended */
  readonly run: (round: number) => Promise<void>
}
const killed = (name: string, service: { kill(): Promise<void>; start(): Promise<void> }): Cause => ({
  name,
  async run() {
    await service.kill()
    await pause(AWAY_MS)
    await service.start()
  },
})
const dead = (name: string, wire: { goDead(): void; comeBack(): void }): Cause => ({
  name,
  async run() {
    wire.goDead()
    await pause(AWAY_MS)
    wire.comeBack()
  },
})
const causes: readonly Cause[] = [
  { name: 'server', run: (round) => killed('server', servers[round % 2] ?? servers[0]).run(round) },
  killed('database', postgres),
  killed('redis', redis),
  killed('provider', {
    kill: () => vendor.close(),
    start: async () => void (vendor = await startVendor()),
  }),
  dead('network to the database', databaseWire),
  dead('network to Redis', redisWire),
]

const hosts = servers.map(({ url }) => url)
/** New people each time: a day's allowance ends. */
async function gather(round: number): Promise<readonly ChaosClient[]> {
  const people = Array.from(
    { length: Number(values.people) },
    (_, index) =>
      new ChaosClient(index % 2 === 0 ? hosts : hosts.toReversed(), `person-${round}-${index}`, SAID),
  )
  for (const person of people) await person.signIn()
  for (const person of people) person.begin()
  return people
}

const everybody: ChaosClient[] = []
const recoveries: number[] = []
let lost = 0
try {
  for (let round = 0; round < ROUNDS; round += 1) {
    const cause = causes[round % causes.length]
    if (!cause) break
    const people = await gather(round)
    everybody.push(...people)
    await pause(1_000 + Math.random() * 500)
    await cause.run(round)
    const ended = performance.now()
    while (people.some(({ doneAt }) => doneAt < ended) && performance.now() - ended < GIVE_UP_MS)
      await pause(20)
    const took = people.map(({ doneAt }) => (doneAt < ended ? GIVE_UP_MS : doneAt - ended))
    const longest = Math.max(...took)
    recoveries.push(longest)
    await Promise.all(people.map((person) => person.stop()))
    console.log(
      `  round ${round + 1}  ${cause.name.padEnd(24)} everybody back after ${(longest / 1_000).toFixed(1)} s`,
    )
    for (const person of people) {
      const missing = await person.missing()
      lost += missing.length
      for (const what of [...missing, ...person.wrongs]) console.log(`  ${person.conversationId}: ${what}`)
    }
  }
} finally {
  await Promise.all(everybody.map((person) => person.stop()))
  for (const server of servers) await server.close()
  databaseWire.close()
  redisWire.close()
  await vendor.close()
  await redis.remove()
  await postgres.remove()
}
const none = { unit: '', limit: { value: 0 } } as const
report({
  name: 'confirmed questions',
  unit: '',
  value: everybody.reduce((sum, { questions }) => sum + questions.length, 0),
})
report({
  name: 'confirmed replies',
  unit: '',
  value: everybody.reduce((sum, { replies }) => sum + replies.size, 0),
})
report({ name: 'confirmed and lost, or kept twice', value: lost, ...none })
report({
  name: 'words twice or out of place',
  value: everybody.reduce((sum, { wrongs }) => sum + wrongs.length, 0),
  ...none,
})
report({
  name: 'recovery, longest of all rounds',
  unit: 'ms',
  value: Math.max(...recoveries),
  limit: { value: RECOVERY_MS },
})
report({ name: 'recovery, median round', unit: 'ms', value: quantile(recoveries, 0.5) })

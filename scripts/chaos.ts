/*
 * `npm run chaos`: clients use two servers with one Postgres and one Redis, all as processes of this run,
 * while one part after the other is killed with SIGKILL, or its network goes dead, and is restored. No
 * confirmed data may be lost, no word duplicated, and each client's next reply must be complete within 5 s of
 * the end of the fault. Eight rounds, one per fault; `npm run chaos -- --rounds 100` for the long run.
 * Requires Postgres' and Redis' programs, and root with iproute2 for network namespaces (otherwise proxies
 * are cut).
 */
import { parseArgs } from 'node:util'
import { ChaosClient } from '../bench/chaos/client.ts'
import { createNetworkSandbox } from '../bench/chaos/network-sandbox.ts'
import { pause, startPostgres, startRedis, startVendor } from '../bench/chaos/services.ts'
import { quantile, report } from '../bench/report.ts'
import { startVee } from '../e2e/vee.ts'
import { build } from './build-steps.ts'
import { requirePrograms } from './browsers.ts'

const { values } = parseArgs({
  options: { rounds: { type: 'string', default: '8' }, people: { type: 'string', default: '8' } },
})
const ROUNDS = Number(values.rounds)
const RECOVERY_MS = 5_000
const SAID = Array.from({ length: 15 }, (_, index) => `word${index}`).join(' ')
/** Duration of a fault, in ms. */
const AWAY_MS = 1_500
/** Time after which a client counts as lost, in ms. */
const GIVE_UP_MS = 30_000

await requirePrograms('npm run chaos', { initdb: 'postgresql', 'redis-server': 'redis-server' })
await build()
const ground = createNetworkSandbox()
console.log(`Networks are made of ${ground.kind}.`)
const [databasePlace, redisPlace, vendorPlace] = [
  ground.place('everybody'),
  ground.place('everybody'),
  ground.place('everybody'),
]
const postgres = await startPostgres(databasePlace)
const redis = await startRedis(redisPlace)
const vendor = await startVendor(
  vendorPlace,
  '--first-token-ms',
  '0',
  '--tokens-per-second',
  '20',
  '--reply',
  SAID,
)
const lines = {
  database: await ground.lineTo(databasePlace, postgres.port),
  redis: await ground.lineTo(redisPlace, redis.port),
  vendor: await ground.lineTo(vendorPlace, vendor.port),
}
const settings = {
  DATABASE_URL: `postgres://vee@${lines.database.address}:${lines.database.port}/postgres`,
  REDIS_URL: `redis://${lines.redis.address}:${lines.redis.port}`,
  TRUSTED_PROXIES: ground.ownAddress,
  OPENAI_API_KEY: 'sk-chaos',
  OPENAI_BASE_URL: `http://${lines.vendor.address}:${lines.vendor.port}/v1`,
}
const places = [ground.place('people'), ground.place('people')] as const
const servers = [await startVee(settings, places[0]), await startVee(settings, places[1])] as const
const ways = [
  await ground.lineTo(places[0], Number(new URL(servers[0].url).port)),
  await ground.lineTo(places[1], Number(new URL(servers[1].url).port)),
] as const

interface Cause {
  readonly name: string
  /** resolves when the fault has ended */
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
const dead = (name: string, line: { goDead(): void; comeBack(): void }): Cause => ({
  name,
  async run() {
    line.goDead()
    await pause(AWAY_MS)
    line.comeBack()
  },
})
const causes: readonly Cause[] = [
  { name: 'server', run: (round) => killed('server', servers[round % 2] ?? servers[0]).run(round) },
  killed('database', postgres),
  killed('redis', redis),
  killed('provider', vendor),
  dead('network to the database', lines.database),
  dead('network to Redis', lines.redis),
  dead('network to the provider', lines.vendor),
  {
    name: 'network to the people',
    run: (round) => dead('network to the people', ways[round % 2] ?? ways[0]).run(round),
  },
]

const hosts = ways.map(({ address, port }) => `http://${address}:${port}`)
/** Creates new members for each round, because a daily allowance runs out. */
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
  await vendor.remove()
  await redis.remove()
  await postgres.remove()
  ground.remove()
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

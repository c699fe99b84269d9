// Measures the cost of sharing replies with other servers: events of many replies per second through one
// Redis, and the writer's time. Requires Redis at TEST_REDIS_URL or 127.0.0.1:6379, and is skipped without
// it.
import { connectRedis } from '../server/src/adapters/redis/connection.ts'
import { hasRedis, TEST_REDIS, testPrefix } from '../server/src/adapters/redis/fixtures/test-redis.ts'
import { redisReplies } from '../server/src/adapters/redis/replies.ts'
import { report } from './report.ts'

const REPLIES = 1_000
const ROUNDS = 50

async function measure(): Promise<void> {
  const redis = await connectRedis(TEST_REDIS.href)
  const prefix = testPrefix()
  const exchange = await redisReplies(redis, { prefix, onChange: () => {} })
  const feeds = await Promise.all(
    Array.from({ length: REPLIES }, async (_, index) => {
      const key = `owner reply-${index}`
      return exchange.feed(key, (await exchange.claim(key)) ?? '', () => {})
    }),
  )
  const usedBefore = Number(/used_cpu_user:([\d.]+)/.exec(await redis.client.info('cpu'))?.[1])
  const { user: ownBefore } = process.cpuUsage()
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const feed of feeds) {
      feed.append({ type: 'chunk', content: 'a word ' })
      feed.append({ type: 'chunk', content: 'and another ' })
    }
    // Two events per tenth of a second are 20 tokens per second.
    await new Promise((resolve) => {
      setTimeout(resolve, 100)
    })
  }
  const own = (process.cpuUsage().user - ownBefore) / 1_000
  const used =
    (Number(/used_cpu_user:([\d.]+)/.exec(await redis.client.info('cpu'))?.[1]) - usedBefore) * 1_000
  await exchange.close()
  const keys = await redis.client.keys(`${prefix}*`)
  if (keys.length > 0) await redis.client.del(keys)
  await redis.close()
  const thousands = (REPLIES * ROUNDS * 2) / 1_000
  const baseline = { name: 'of Redis itself', value: used / thousands }
  report({
    name: 'processor time to tell 1,000 events, of the server',
    unit: 'ms',
    value: own / thousands,
    baseline,
  })
}

if (hasRedis) await measure()
else console.log('  skipped: no Redis listens at TEST_REDIS_URL')

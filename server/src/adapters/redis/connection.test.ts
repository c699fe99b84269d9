import { afterEach, expect, it, vi } from 'vitest'
import { connectAgain, connectRedis } from './connection.ts'
import { redisOrganizationNews } from './organization-news.ts'
import { redisReplies } from './replies.ts'

/** Nothing listens at this port. */
const AWAY = 'redis://127.0.0.1:1'

afterEach(() => vi.useRealTimers())

it('an unavailable Redis delays a start by one time limit only, and its close by none', async () => {
  const redis = await connectRedis(AWAY)
  // From here on no time limit passes.
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] })
  const again = await connectAgain(redis)
  const changes = await redisOrganizationNews(redis, 'changes')
  const replies = await redisReplies(redis, { prefix: 'vee-test:', onChange: () => undefined })
  expect(await redis.isUp()).toBe(false)

  await replies.close()
  await replies.close()
  await changes.close()
  await again.close()
  await redis.close()
  expect(vi.getTimerCount()).toBe(0)
})

import { afterEach, describe, expect, it, vi } from 'vitest'
import { connectRedis } from './connection.ts'
import { hasRedis, openRedisGate, TEST_REDIS, testPrefix } from './fixtures/test-redis.ts'
import { redisOrganizationNews } from './organization-news.ts'

const closing: (() => unknown)[] = []
afterEach(async () => {
  for (const close of closing.splice(0).toReversed()) await close()
})

async function startServer(channel: string, url = TEST_REDIS.href) {
  const redis = await connectRedis(url)
  const news = await redisOrganizationNews(redis, channel)
  closing.push(
    () => redis.close(),
    () => news.close(),
  )
  const onMessage: string[] = []
  news.listen((id) => onMessage.push(id))
  return { news, onMessage }
}

describe.skipIf(!hasRedis)('news of organizations', () => {
  it('reach the other servers, and not the publishing one', async () => {
    const channel = testPrefix()
    const [first, two] = [await startServer(channel), await startServer(channel)]
    first.news.emit('harbour')
    two.news.emit('quay')
    await vi.waitFor(() => expect([first.onMessage, two.onMessage]).toEqual([['quay'], ['harbour']]))
  })

  it('are received after Redis became available, which it was not at the start', async () => {
    const channel = testPrefix()
    const gate = await openRedisGate()
    closing.push(() => gate.close())
    gate.shut()
    const late = await startServer(channel, gate.url)
    const other = await startServer(channel)
    gate.open()
    await vi.waitFor(
      () => {
        other.news.emit('harbour')
        expect(late.onMessage).toContain('harbour')
      },
      { timeout: 10_000 },
    )
  })
})

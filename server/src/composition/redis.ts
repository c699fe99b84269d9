import type { FastifyInstance } from 'fastify'
import type { ChangeEventRelay } from '#domain/organizations/index.ts'
import { localOnlyRelay, type ReplyRelay } from '#domain/replies/index.ts'
import { connectRedis, type RedisConnection } from '../adapters/redis/connection.ts'
import { redisOrganizationNews } from '../adapters/redis/organization-news.ts'
import { redisReplies } from '../adapters/redis/replies.ts'
import type { Settings } from '../settings.ts'

const PREFIX = 'vee:reply:'
const NEWS = 'vee:organizations'

interface Cluster {
  /** where servers side by side meet; undefined when this one is alone */
  readonly redis: RedisConnection | undefined
  readonly exchange: ReplyRelay
  readonly newsExchange: ChangeEventRelay | undefined
}

/** What servers side by side share: in Redis where there is one, else nothing leaves the process. */
export async function connectCluster({ redisUrl }: Settings, server: FastifyInstance): Promise<Cluster> {
  if (redisUrl === undefined) return { redis: undefined, exchange: localOnlyRelay, newsExchange: undefined }
  const redis = await connectRedis(redisUrl)
  const newsExchange = await redisOrganizationNews(redis, NEWS)
  server.addHook('onClose', async () => {
    await newsExchange.close()
    await redis.close()
  })
  const exchange = await redisReplies(redis, {
    prefix: PREFIX,
    onChange: (isShared) =>
      isShared
        ? server.log.info('Redis answers: replies can be read on every server')
        : server.log.error('Redis does not answer: replies can be read only where they run until it does'),
  })
  return { redis, exchange, newsExchange }
}

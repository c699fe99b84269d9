import type { FastifyInstance } from 'fastify'
import type { ChangeEventRelay } from '#domain/organizations/index.ts'
import { localOnlyRelay, type ReplyRelay } from '#domain/replies/index.ts'
import { connectRedis, type RedisConnection } from '../adapters/redis/connection.ts'
import { redisOrganizationNews } from '../adapters/redis/organization-news.ts'
import { redisReplies } from '../adapters/redis/replies.ts'
import type { ServerSettings } from '../settings.ts'

const PREFIX = 'vee:reply:'
const NEWS = 'vee:organizations'

interface Cluster {
  /** the connection shared by several servers; undefined for a single server */
  readonly redis: RedisConnection | undefined
  readonly exchange: ReplyRelay
  readonly newsExchange: ChangeEventRelay | undefined
}

/**
 * Connects the state shared by several servers: through Redis if configured, otherwise within the process
 * only.
 */
export async function connectCluster(
  { redisUrl }: ServerSettings,
  server: FastifyInstance,
): Promise<Cluster> {
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

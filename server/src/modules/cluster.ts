import { type Counters, databaseCounters } from '#domain/money/rate-limits/counters.ts'
import type { ChangeEventRelay } from '#domain/organizations/index.ts'
import { localOnlyRelay, type ReplyRelay } from '#domain/replies/index.ts'
import { failingOver } from '../adapters/counters/failing-over.ts'
import { connectRedis } from '../adapters/redis/connection.ts'
import { redisCounters } from '../adapters/redis/counters.ts'
import { redisOrganizationNews } from '../adapters/redis/organization-news.ts'
import { redisReplies } from '../adapters/redis/replies.ts'
import type { Module, ModuleContext } from './module.ts'

const REPLY_PREFIX = 'vee:reply:'
const COUNTER_PREFIX = 'vee:counter:'
const CHANGE_CHANNEL = 'vee:organizations'

interface ClusterServices {
  readonly replyRelay: ReplyRelay
  /** undefined for a single server */
  readonly changeEventRelay: ChangeEventRelay | undefined
  readonly counters: Counters
  /**
   * counters outside of the database; undefined if there are none, so that the database's transactions include the
   * counts
   */
  readonly outsideCounters: Counters | undefined
  /** returns whether the configured counter store is available */
  readonly isCacheUp: () => Promise<boolean>
}

/**
 * Creates what several servers share: in Redis if configured, otherwise within the process. While Redis is
 * unavailable, counters are in the database.
 */
export async function createClusterModule({
  settings: { redisUrl },
  database,
  log,
}: ModuleContext): Promise<Module<ClusterServices>> {
  const ownCounters = databaseCounters(database)
  if (redisUrl === undefined) {
    const services = {
      replyRelay: localOnlyRelay,
      changeEventRelay: undefined,
      counters: ownCounters,
      outsideCounters: undefined,
      isCacheUp: () => Promise.resolve(true),
    }
    return { services }
  }
  const redis = await connectRedis(redisUrl)
  const [isUp, changeEventRelay, replyRelay] = await Promise.all([
    redis.isUp(),
    redisOrganizationNews(redis, CHANGE_CHANNEL),
    redisReplies(redis, {
      prefix: REPLY_PREFIX,
      onChange: (isShared) =>
        isShared
          ? log.info('Redis answers: replies can be read on every server')
          : log.error('Redis does not answer: replies can be read only where they run until it does'),
    }),
  ])
  const onCountersMoved = (isRedis: boolean) =>
    isRedis
      ? log.info('Redis answers: limits are counted there')
      : log.error('Redis does not answer: limits are counted in the database until it does')
  if (!isUp) onCountersMoved(isUp)
  const counters = failingOver({
    first: redisCounters(redis, COUNTER_PREFIX),
    second: ownCounters,
    isFirst: isUp,
    onChange: onCountersMoved,
  })
  return {
    services: {
      replyRelay,
      changeEventRelay,
      counters,
      outsideCounters: counters,
      isCacheUp: () => redis.isUp(),
    },
    async close() {
      await Promise.all([replyRelay.close(), changeEventRelay.close()])
      await redis.close()
    },
  }
}

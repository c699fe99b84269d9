import type { FastifyInstance } from 'fastify'
import type { Database } from '#db/schema.ts'
import { type Counters, databaseCounters } from '#domain/counters.ts'
import { failingOver } from '../adapters/counters/failing-over.ts'
import type { RedisConnection } from '../adapters/redis/connection.ts'
import { redisCounters } from '../adapters/redis/counters.ts'

const PREFIX = 'vee:counter:'

interface ComposedCounters {
  readonly counters: Counters
  /**
   * counters outside of the database; undefined if there are none, so that the database's transactions
   * include the counts
   */
  readonly outside: Counters | undefined
  /** returns whether the configured counter store is available */
  readonly isCacheUp: () => Promise<boolean>
}

/**
 * Creates the counters: in Redis if configured, and in the database otherwise or while Redis is unavailable.
 */
export async function createCountersModule(
  redis: RedisConnection | undefined,
  database: Database,
  server: FastifyInstance,
): Promise<ComposedCounters> {
  const second = databaseCounters(database)
  if (redis === undefined)
    return { counters: second, outside: undefined, isCacheUp: () => Promise.resolve(true) }
  const tell = (isRedis: boolean) =>
    isRedis
      ? server.log.info('Redis answers: limits are counted there')
      : server.log.error('Redis does not answer: limits are counted in the database until it does')
  const isFirst = await redis.isUp()
  if (!isFirst) tell(isFirst)
  const counters = failingOver({
    first: redisCounters(redis, PREFIX),
    second,
    isFirst,
    onChange: tell,
  })
  return { counters, outside: counters, isCacheUp: () => redis.isUp() }
}

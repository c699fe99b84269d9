import type { Counters } from '#domain/money/rate-limits/counters.ts'
import { inTime, type RedisConnection } from './connection.ts'

/**
 * The equivalent of `countRateLimitUse` in the database, as one atomic script. A window that has ended by the caller's
 * clock is replaced, independent of the expiry in Redis.
 */
const COUNT = `
local used = tonumber(redis.call('HGET', KEYS[1], 'used'))
local resets = tonumber(redis.call('HGET', KEYS[1], 'resets'))
if used == nil or resets <= tonumber(ARGV[1]) then
  redis.call('HSET', KEYS[1], 'used', 1, 'resets', ARGV[3])
  redis.call('PEXPIRE', KEYS[1], ARGV[4])
  return { 1, ARGV[3] }
end
if used >= tonumber(ARGV[2]) then return false end
return { redis.call('HINCRBY', KEYS[1], 'used', 1), redis.call('HGET', KEYS[1], 'resets') }`

const TAKE_BACK = `
local used = tonumber(redis.call('HGET', KEYS[1], 'used'))
local resets = tonumber(redis.call('HGET', KEYS[1], 'resets'))
if used ~= nil and used > 0 and resets > tonumber(ARGV[1]) then redis.call('HINCRBY', KEYS[1], 'used', -1) end`

/**
 * Creates counters in Redis. They reject while it is not available. `prefix` is prepended to every key, so
 * that the Redis can be shared with other applications.
 */
export const redisCounters = ({ client }: RedisConnection, prefix: string): Counters => ({
  async count({ key, limit, resetsAt, now }) {
    if (limit === 0) return undefined
    const life = Math.max(1, resetsAt - now)
    const reply = await inTime(
      client.eval(COUNT, {
        keys: [prefix + key],
        arguments: [now, limit, resetsAt, life].map(String),
      }),
    )
    if (!Array.isArray(reply)) return undefined
    return { used: Number(reply[0]), resetsAt: Number(reply[1]) }
  },
  async uncount(key, now) {
    await inTime(client.eval(TAKE_BACK, { keys: [prefix + key], arguments: [String(now)] }))
  },
  async read(key, now) {
    const { used, resets } = await inTime(client.hGetAll(prefix + key))
    if (used === undefined || resets === undefined || Number(resets) <= now) return undefined
    return { used: Number(used), resetsAt: Number(resets) }
  },
})

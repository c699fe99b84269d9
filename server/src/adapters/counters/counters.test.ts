import { HOUR_MS } from '@vee/contract/time/durations'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createTestDatabase, type TestDatabase } from '#db/fixtures/test-database.ts'
import { type Counters, databaseCounters } from '#domain/money/rate-limits/counters.ts'
import { failingOver } from './failing-over.ts'
import { connectRedis, type RedisConnection } from '../redis/connection.ts'
import { redisCounters } from '../redis/counters.ts'
import {
  hasRedis,
  openRedisGate,
  type RedisGate,
  TEST_REDIS,
  testPrefix,
} from '../redis/fixtures/test-redis.ts'

const NOON = Date.UTC(2026, 10, 21, 12)

let testDatabase: TestDatabase
let opened: RedisConnection[]
async function redis(url = TEST_REDIS.href): Promise<RedisConnection> {
  const connected = await connectRedis(url)
  opened.push(connected)
  return connected
}

beforeEach(async () => {
  testDatabase = await createTestDatabase()
  opened = []
})
afterEach(async () => {
  await Promise.all(opened.map((connected) => connected.close()))
  await testDatabase.remove()
})

/** Tests the behaviour that all counters share. */
function countsUses(open: () => Promise<Counters>): void {
  let counters: Counters
  beforeEach(async () => {
    counters = await open()
  })
  const use = (now = NOON, limit = 3) => counters.count({ key: 'k', limit, now, resetsAt: now + HOUR_MS })

  it('counts up to the limit, and rejects without counting afterwards', async () => {
    expect(await use()).toEqual({ used: 1, resetsAt: NOON + HOUR_MS })
    expect(await use(NOON + 5)).toEqual({ used: 2, resetsAt: NOON + HOUR_MS })
    expect(await use()).toMatchObject({ used: 3 })
    expect(await use()).toBeUndefined()
    expect(await counters.read('k', NOON)).toEqual({ used: 3, resetsAt: NOON + HOUR_MS })
  })

  it('starts a new window after the previous one ended', async () => {
    await use()
    await use()
    expect(await counters.read('k', NOON + HOUR_MS)).toBeUndefined()
    expect(await use(NOON + HOUR_MS)).toEqual({ used: 1, resetsAt: NOON + 2 * HOUR_MS })
  })

  it('removes a use from an open window', async () => {
    await use()
    await use()
    await counters.uncount('k', NOON)
    expect(await counters.read('k', NOON)).toMatchObject({ used: 1 })
    await counters.uncount('k', NOON + HOUR_MS)
    await counters.uncount('another', NOON)
    expect(await counters.read('k', NOON)).toMatchObject({ used: 1 })
    expect(await counters.read('another', NOON)).toBeUndefined()
  })

  it('does not know keys that were never counted, and rejects every use at a limit of zero', async () => {
    expect(await counters.read('k', NOON)).toBeUndefined()
    expect(await use(NOON, 0)).toBeUndefined()
  })

  it('never exceeds the limit with concurrent uses', async () => {
    const tries = await Promise.all(Array.from({ length: 50 }, () => use()))
    expect(tries.filter(Boolean)).toHaveLength(3)
  })

  it('separates keys with any characters', async () => {
    const window = { limit: 1, now: NOON, resetsAt: NOON + HOUR_MS }
    for (const key of ['', 'a b', '{a}', '*', '会議']) {
      expect(await counters.count({ ...window, key })).toMatchObject({ used: 1 })
    }
  })
}

describe('the database', () => {
  countsUses(async () => databaseCounters(await testDatabase.open()))
})

describe.skipIf(!hasRedis)('Redis', () => {
  countsUses(async () => redisCounters(await redis(), testPrefix()))

  it('reports its availability', async () => {
    const connected = await redis()
    expect(await connected.isUp()).toBe(true)
  })
})

describe('an unavailable Redis', () => {
  it('falls back to the second counter and reports it once', async () => {
    const gone = await redis('redis://127.0.0.1:1')
    const told: boolean[] = []
    const counters = failingOver({
      first: redisCounters(gone, testPrefix()),
      second: databaseCounters(await testDatabase.open()),
      isFirst: true,
      onChange: (isFirst) => told.push(isFirst),
    })
    const use = { key: 'k', limit: 2, now: NOON, resetsAt: NOON + HOUR_MS }
    expect(await counters.count(use)).toMatchObject({ used: 1 })
    expect(await counters.count(use)).toMatchObject({ used: 2 })
    expect(await counters.count(use)).toBeUndefined()
    expect(told).toEqual([false])
    expect(await gone.isUp()).toBe(false)
  })
})

describe.skipIf(!hasRedis)('a Redis that disconnects and reconnects', () => {
  let gate: RedisGate
  beforeEach(async () => {
    gate = await openRedisGate()
  })
  afterEach(() => gate.close())

  it('is used again automatically', async () => {
    const connected = await redis(gate.url)
    const told: boolean[] = []
    const counters = failingOver({
      first: redisCounters(connected, testPrefix()),
      second: databaseCounters(await testDatabase.open()),
      isFirst: true,
      onChange: (isFirst) => told.push(isFirst),
    })
    const count = () => counters.count({ key: 'k', limit: 1_000, now: NOON, resetsAt: NOON + HOUR_MS })
    expect(await count()).toMatchObject({ used: 1 })
    gate.shut()
    await expect.poll(() => connected.isUp()).toBe(false)
    expect(await count()).toMatchObject({ used: 1 })
    gate.open()
    await expect.poll(() => connected.isUp()).toBe(true)
    expect(await count()).toMatchObject({ used: 2 })
    expect(told).toEqual([false, true])
  })
})

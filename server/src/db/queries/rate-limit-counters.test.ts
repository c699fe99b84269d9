import { expect, it } from 'vitest'
import { openFileDatabase } from '../fixtures/test-database.ts'
import { countRateLimitUse, deleteRateLimitCount, readRateLimitCount } from './rate-limit-counters.ts'

const database = await openFileDatabase()

const use = (key: string, { limit = 2, now = 100, resetsAt = 200 } = {}) =>
  countRateLimitUse(database, { key, limit, now, resetsAt })

it('counts up to the limit, and not beyond', async () => {
  expect(await use('a')).toEqual({ used: 1, resetsAt: 200 })
  expect(await use('a', { now: 150, resetsAt: 250 })).toEqual({ used: 2, resetsAt: 200 })
  expect(await use('a')).toBeUndefined()
  expect(await readRateLimitCount(database, 'a', 100)).toEqual({ used: 2, resetsAt: 200 })
})

it('counts each key separately', async () => {
  await use('b')
  expect(await use('c')).toEqual({ used: 1, resetsAt: 200 })
})

it('starts again when the window ends', async () => {
  await use('d')
  await use('d')
  expect(await use('d', { now: 199 })).toBeUndefined()
  expect(await readRateLimitCount(database, 'd', 200)).toBeUndefined()
  expect(await use('d', { now: 200, resetsAt: 300 })).toEqual({ used: 1, resetsAt: 300 })
})

it('starts again after a clock that was a year ahead was corrected, but not for seconds between two servers', async () => {
  await use('ahead', { limit: 1, now: 900_000, resetsAt: 1_000_000 })
  expect(await use('ahead', { limit: 1, now: 890_000, resetsAt: 990_000 })).toBeUndefined()
  expect(await use('ahead', { limit: 1, now: 100, resetsAt: 100_100 })).toEqual({
    used: 1,
    resetsAt: 100_100,
  })
  await deleteRateLimitCount(database, 'ahead')
})

it('forgets, and deletes ended windows', async () => {
  await use('e', { resetsAt: 1_000 })
  await deleteRateLimitCount(database, 'e')
  expect(await readRateLimitCount(database, 'e', 100)).toBeUndefined()
  await use('f', { now: 500, resetsAt: 1_000 })
  expect(await database.selectFrom('counters').select('key').execute()).toEqual([{ key: 'f' }])
})

it('accepts exactly as many concurrent uses as the limit allows', async () => {
  const tries = await Promise.all(Array.from({ length: 50 }, () => use('g', { limit: 7, resetsAt: 9_000 })))
  expect(tries.filter((count) => count !== undefined)).toHaveLength(7)
})

it('rejects every use at a limit of zero', async () => {
  expect(await use('h', { limit: 0 })).toBeUndefined()
})

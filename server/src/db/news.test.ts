import { afterAll, beforeAll, expect, it } from 'vitest'
import { createTestPlace, type TestPlace } from './fixtures/test-place.ts'
import { hearNews, tellNews } from './news.ts'
import type { Database } from './schema.ts'
import { inWriteTransaction } from './write-transaction.ts'

let place: TestPlace
let database: Database
beforeAll(async () => {
  place = await createTestPlace()
  database = await place.open()
})
afterAll(() => place.remove())

it('tells within a transaction when that is committed, and never when it is rolled back', async () => {
  const told: string[] = []
  hearNews(database, (topic) => told.push(topic))
  await inWriteTransaction(database, 'test', async (transaction) => {
    tellNews(transaction, 'kept')
    expect(told).toEqual([])
  })
  expect(told).toEqual(['kept'])
  const failing = inWriteTransaction(database, 'test', (transaction) => {
    tellNews(transaction, 'lost')
    return Promise.reject(new Error('no'))
  })
  await expect(failing).rejects.toThrow('no')
  expect(told).toEqual(['kept'])
})

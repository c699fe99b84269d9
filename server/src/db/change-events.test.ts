import { expect, it } from 'vitest'
import { openFileDatabase } from './fixtures/test-database.ts'
import { subscribeToChanges, publishChange } from './change-events.ts'
import { inWriteTransaction } from './write-transaction.ts'

const database = await openFileDatabase()

it('are published within a transaction after its commit, and never after a rollback', async () => {
  const told: string[] = []
  subscribeToChanges(database, (topic) => told.push(topic))
  await inWriteTransaction(database, 'test', async (transaction) => {
    publishChange(transaction, 'kept')
    expect(told).toEqual([])
  })
  expect(told).toEqual(['kept'])
  const failing = inWriteTransaction(database, 'test', (transaction) => {
    publishChange(transaction, 'lost')
    return Promise.reject(new Error('no'))
  })
  await expect(failing).rejects.toThrow('no')
  expect(told).toEqual(['kept'])
})

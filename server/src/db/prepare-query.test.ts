import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { openFileDatabase } from './fixtures/test-database.ts'
import { prepareQuery } from './prepare-query.ts'
import { inWriteTransaction } from './write-transaction.ts'

const database = await openFileDatabase()

interface Spent {
  readonly meter: string
  readonly period: string
  readonly used: number
}

const add = prepareQuery((database, row: Spent) => database.insertInto('spent').values(row))
const find = prepareQuery((database, { meter, least }: { meter: string; least: number }) =>
  database
    .selectFrom('spent')
    .select(['period', 'used'])
    .where('meter', '=', meter)
    .where('used', '>=', least)
    .where('period', '!=', 'never')
    .orderBy('period'),
)
const raise = prepareQuery((database, { meter, by }: { meter: string; by: number }) =>
  database
    .updateTable('spent')
    .set({ used: sql<number>`used + ${by} + ${by}` })
    .where('meter', '=', meter),
)

it('binds the values of each run, independent of their order, and its own constants', async () => {
  await add(database, { meter: 'a', period: '1', used: 1 })
  await add(database, { used: 20, period: '2', meter: 'a' })
  await add(database, { meter: 'b', period: "3'; --", used: 3 })
  await add(database, { meter: 'a', period: 'never', used: 5 })
  expect((await find(database, { meter: 'a', least: 0 })).rows).toEqual([
    { period: '1', used: 1 },
    { period: '2', used: 20 },
  ])
  expect((await find(database, { least: 10, meter: 'a' })).rows).toEqual([{ period: '2', used: 20 }])
  expect((await find(database, { meter: 'b', least: 0 })).rows).toEqual([{ period: "3'; --", used: 3 }])
  expect((await find(database, { meter: 'c', least: 0 })).rows).toEqual([])
})

it('binds one value twice, returns the number of changed rows, and rejects like any query', async () => {
  await add(database, { meter: 'd', period: '1', used: 1 })
  expect((await raise(database, { meter: 'd', by: 4 })).numAffectedRows).toBe(1n)
  expect((await raise(database, { meter: 'nobody', by: 4 })).numAffectedRows).toBe(0n)
  expect((await find(database, { meter: 'd', least: 0 })).rows).toEqual([{ period: '1', used: 9 }])
  await expect(add(database, { meter: 'd', period: '1', used: 2 })).rejects.toThrow(/unique/i)
})

it('runs in the given transaction', async () => {
  const failing = inWriteTransaction(database, 'test', async (transaction) => {
    await add(transaction, { meter: 'e', period: '1', used: 1 })
    expect((await find(transaction, { meter: 'e', least: 0 })).rows).toHaveLength(1)
    throw new Error('no')
  })
  await expect(failing).rejects.toThrow('no')
  expect((await find(database, { meter: 'e', least: 0 })).rows).toEqual([])
})

import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createTestDatabase, type TestDatabase } from '#db/fixtures/test-database.ts'
import type { Database } from '#db/schema.ts'
import { isPostgres } from '#db/write-transaction.ts'
import { databaseLeases } from './database-leases.ts'

let testDatabase: TestDatabase
let database: Database
let another: Database
beforeEach(async () => {
  testDatabase = await createTestDatabase()
  database = await testDatabase.open()
  another = await testDatabase.open()
})
afterEach(() => testDatabase.remove())

const HOUR = 3_600_000

describe('leases of jobs', () => {
  it('are held by one of several servers on Postgres; SQLite has none', async () => {
    const here = databaseLeases(database, 'here')
    const there = databaseLeases(another, 'there')
    const asked = await Promise.all(
      Array.from({ length: 10 }, (_, index) => (index % 2 ? here : there).acquire('purge', HOUR)),
    )
    expect(asked.filter(Boolean)).toHaveLength(isPostgres(database) ? 1 : 10)
  })

  it('are separate for each job', async () => {
    const leases = databaseLeases(database, 'here')
    expect(await leases.acquire('purge', HOUR)).toBe(true)
    expect(await databaseLeases(another, 'there').acquire('refresh', HOUR)).toBe(true)
  })

  it('pass to another server when they expire or are returned', async () => {
    const here = databaseLeases(database, 'here')
    const there = databaseLeases(another, 'there')
    expect(await here.acquire('purge', 0)).toBe(true)
    expect(await there.acquire('purge', HOUR)).toBe(true)
    await there.release('purge')
    expect(await here.acquire('purge', HOUR)).toBe(true)
  })

  it('cannot be returned by a server that does not hold them', async () => {
    const there = databaseLeases(another, 'there')
    await databaseLeases(database, 'here').acquire('purge', HOUR)
    await there.release('purge')
    expect(await there.acquire('purge', HOUR)).toBe(!isPostgres(database))
  })
})

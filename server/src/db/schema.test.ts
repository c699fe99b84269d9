import { afterAll, beforeAll, expect, it } from 'vitest'
import { createTestDatabase, type TestDatabase } from './fixtures/test-database.ts'
import { TABLES } from './schema.ts'

let testDatabase: TestDatabase
beforeAll(async () => {
  testDatabase = await createTestDatabase()
})
afterAll(() => testDatabase.remove())

it('lists every table of the migrations', async () => {
  const database = await testDatabase.open()
  const tables = await database.introspection.getTables()
  const names = tables
    .map(({ name }) => name)
    .filter((name) => name !== 'schema_migrations' && !name.startsWith('messages_search'))
  expect(names.toSorted()).toEqual(TABLES.toSorted())
})

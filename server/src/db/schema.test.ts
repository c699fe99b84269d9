import { expect, it } from 'vitest'
import { openTestDatabase } from './fixtures/test-database.ts'
import { TABLES } from './schema.ts'

it('lists every table of the migrations', async () => {
  const database = await openTestDatabase()
  const tables = await database.introspection.getTables()
  const names = tables
    .map(({ name }) => name)
    .filter((name) => name !== 'schema_migrations' && !name.startsWith('messages_search'))
  expect(names.toSorted()).toEqual(TABLES.toSorted())
})
